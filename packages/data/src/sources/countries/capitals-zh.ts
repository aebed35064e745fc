/** Chinese names of capitals by country code. */
export const CAPITALS_ZH: Readonly<Record<string, string>> = Object.fromEntries(
  `AD 安道尔城,AE 阿布扎比,AF 喀布尔,AG 圣约翰,AI 瓦利,AL 地拉那,AM 埃里温,AO 罗安达,AR 布宜诺斯艾利斯,AS 帕果帕果,AT 维也纳,AU 堪培拉,AW 奥拉涅斯塔德,AX 玛丽港,AZ 巴库,
BA 萨拉热窝,BB 布里奇敦,BD 达卡,BE 布鲁塞尔,BF 瓦加杜古,BG 索非亚,BH 麦纳麦,BI 吉特加,BJ 波多诺伏,BL 古斯塔维亚,BM 哈密尔顿,BN 斯里巴加湾市,BO 苏克雷,BQ 克拉伦代克,BR 巴西利亚,BS 拿骚,BT 廷布,BW 哈博罗内,BY 明斯克,BZ 贝尔莫潘,
CA 渥太华,CC 西岛,CD 金沙萨,CF 班吉,CG 布拉柴维尔,CH 伯尔尼,CI 亚穆苏克罗,CK 阿瓦鲁阿,CL 圣地亚哥,CM 雅温得,CN 北京,CO 波哥大,CR 圣何塞,CU 哈瓦那,CV 普拉亚,CW 威廉斯塔德,CX 飞鱼湾,CY 尼科西亚,CZ 布拉格,
DE 柏林,DJ 吉布提市,DK 哥本哈根,DM 罗索,DO 圣多明各,DZ 阿尔及尔,EC 基多,EE 塔林,EG 开罗,EH 阿尤恩,ER 阿斯马拉,ES 马德里,ET 亚的斯亚贝巴,FI 赫尔辛基,FJ 苏瓦,FK 斯坦利,FM 帕利基尔,FO 托尔斯港,FR 巴黎,
GA 利伯维尔,GB 伦敦,GD 圣乔治,GE 第比利斯,GF 卡宴,GG 圣彼得港,GH 阿克拉,GI 直布罗陀,GL 努克,GM 班珠尔,GN 科纳克里,GP 巴斯特尔,GQ 马拉博,GR 雅典,GS 爱德华国王角,GT 危地马拉城,GU 阿加尼亚,GW 比绍,GY 乔治敦,
HK 香港,HN 特古西加尔巴,HR 萨格勒布,HT 太子港,HU 布达佩斯,ID 雅加达,IE 都柏林,IL 耶路撒冷,IM 道格拉斯,IN 新德里,IO 迪戈加西亚,IQ 巴格达,IR 德黑兰,IS 雷克雅未克,IT 罗马,JE 圣赫利尔,JM 金斯敦,JO 安曼,JP 东京,
KE 内罗毕,KG 比什凯克,KH 金边,KI 南塔拉瓦,KM 莫罗尼,KN 巴斯特尔,KP 平壤,KR 首尔,KW 科威特城,KY 乔治敦,KZ 阿斯塔纳,LA 万象,LB 贝鲁特,LC 卡斯特里,LI 瓦杜兹,LK 科伦坡,LR 蒙罗维亚,LS 马塞卢,LT 维尔纽斯,LU 卢森堡,LV 里加,LY 的黎波里,
MA 拉巴特,MC 摩纳哥,MD 基希讷乌,ME 波德戈里察,MF 马里戈特,MG 塔那那利佛,MH 马朱罗,MK 斯科普里,ML 巴马科,MM 内比都,MN 乌兰巴托,MO 澳门,MP 塞班,MQ 法兰西堡,MR 努瓦克肖特,MS 普利茅斯,MT 瓦莱塔,MU 路易港,MV 马累,MW 利隆圭,MX 墨西哥城,MY 吉隆坡,MZ 马普托,
NA 温得和克,NC 努美阿,NE 尼亚美,NF 金斯敦,NG 阿布贾,NI 马那瓜,NL 阿姆斯特丹,NO 奥斯陆,NP 加德满都,NR 亚伦,NU 阿洛菲,NZ 惠灵顿,OM 马斯喀特,PA 巴拿马城,PE 利马,PF 帕皮提,PG 莫尔兹比港,PH 马尼拉,PK 伊斯兰堡,PL 华沙,PM 圣皮埃尔,PN 亚当斯敦,PR 圣胡安,PS 拉姆安拉,PT 里斯本,PW 恩吉鲁穆德,PY 亚松森,
QA 多哈,RE 圣但尼,RO 布加勒斯特,RS 贝尔格莱德,RU 莫斯科,RW 基加利,SA 利雅得,SB 霍尼亚拉,SC 维多利亚,SD 喀土穆,SE 斯德哥尔摩,SG 新加坡,SH 詹姆斯敦,SI 卢布尔雅那,SJ 朗伊尔城,SK 布拉迪斯拉发,SL 弗里敦,SM 圣马力诺,SN 达喀尔,SO 摩加迪沙,SR 帕拉马里博,SS 朱巴,ST 圣多美,SV 圣萨尔瓦多,SX 菲利普斯堡,SY 大马士革,SZ 姆巴巴内,
TC 科伯恩城,TD 恩贾梅纳,TF 法兰西港,TG 洛美,TH 曼谷,TJ 杜尚别,TK 法考福,TL 帝力,TM 阿什哈巴德,TN 突尼斯,TO 努库阿洛法,TR 安卡拉,TT 西班牙港,TV 富纳富提,TW 台北,TZ 多多马,UA 基辅,UG 坎帕拉,US 华盛顿,UY 蒙得维的亚,UZ 塔什干,
VA 梵蒂冈,VC 金斯敦,VE 加拉加斯,VG 罗德城,VI 夏洛特阿马利亚,VN 河内,VU 维拉港,WF 马塔乌图,WS 阿皮亚,XK 普里什蒂纳,YE 萨那,YT 马穆楚,ZA 比勒陀利亚,ZM 卢萨卡,ZW 哈拉雷`
    .split(/,\s*/)
    .map((pair) => [pair.slice(0, 2), pair.slice(3)]),
)
