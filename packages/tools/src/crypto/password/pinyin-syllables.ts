/** The syllables of pinyin, of two letters or more, the common ones first: Chinese words and names are made of them. */
export const PINYIN_SYLLABLES = `
shi yi de bu zhi you he ren zhong da guo wei shang zai zhe wo ni xiao ai bei jing hai li wang zhang liu chen yang zhao huang wu zhou xu sun ma zhu hu guo lin
gao luo zheng liang xie song tang deng han feng cao zeng peng xiao cai pan tian dong yuan yu jiang qian sheng ming hua jun jie lei qiang yong tao bin bo hong
fang ping juan yan min na xia mei ling yun xiu lan ying qing xin yue rui hao chao fei long hui jin wen wu bing shan shui huo tu mu xing tian di nian ri dian
mi ma qing hao hen lao gong lai qu shuo dui jiu neng dao chu ke xiang mian fa cheng chang xing dong li shu sheng xue guan ji qi kai ben xian ti hou zi jia ta
men mo na nei qian rou ruo san si suo tong wai wan xi yao ye yin zuo zou zui zong zhuan zhua zhun zhan zhai zen zei ze zang zao zan za yuan ying yang
ba bai ban bang bao beng ben bi bian biao bie bing pa pai pang pao pei pen pi pian piao pie pin po pou pu man mang mao meng mian miao mie min miu mou
fan fen fo fou fu dai dan dang dei deng die ding diu dou du duan dun duo tai tan tang te teng tiao tie ting tou tuan tui tun tuo nan nang nao ne nen neng niang
niao nie nin niu nong nou nu nuan nuo lang le leng lia lian liao lie lou lu luan lun ga gai gan gang ge gei gen geng gou gu gua guai guang gui gun ka kan kang
kao ken keng kong kou ku kua kuai kuan kuang kui kun kuo ha hang hei heng hou huai huan hun jian jiao jiong jiu ju que qia qiao qie qin qiong qiu quan qun
xiong xuan xun zha zhen zhui zhuo zhuang cha chai chan che chi chong chou chua chuai chuan chuang chui chun chuo sha shai shao she shei shen shou shua shuai
shuan shuang shun re rang rao reng rong ru ruan run zu zuan zun ca can cang ce cen ceng ci cong cou cu cuan cui cun cuo sa sai sang sao se sen seng sou su
suan sui ya yo en er ei an ang ao ou
`
  .trim()
  .split(/\s+/)
