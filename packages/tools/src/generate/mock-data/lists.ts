import type { Lang } from '@octet/core/text.ts'

const split = (text: string): readonly string[] => text.trim().split(/\s+/)
const pairs = (text: string): readonly (readonly [string, string])[] =>
  split(text).map((each) => each.split('=') as unknown as readonly [string, string])
const lines = (text: string): readonly string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

/** Given names and family names with the letters that user names are made of. */
export const PEOPLE: Readonly<
  Record<Lang, { first: readonly (readonly [string, string])[]; last: readonly (readonly [string, string])[] }>
> = {
  en: {
    first: split(
      'Ada Alan Alice Amir Anna Arthur Beatrice Ben Carlos Carmen Chloe Clara Daniel David Diana Elena Eli Emma Ethan Eva Fatima Felix Fiona Frank Grace Hana Harry Helen Henry Hugo Ida Imani Ivan Jack Jane Jonas Julia Karim Kate Kenji Laura Leo Lily Louis Lucy Marco Maria Martin Maya Mia Milo Nadia Nina Noah Nora Oliver Olivia Omar Oscar Paula Peter Priya Rachel Ravi Rosa Ruth Sam Sara Sofia Stella Theo Thomas Tina Victor Vera Walter Wendy Yara Yusuf Zoe',
    ).map((name) => [name, name.toLowerCase()]),
    last: split(
      'Abbott Adams Ahmed Allen Baker Barnes Bell Bennett Brooks Brown Burns Campbell Carter Chen Clark Cole Collins Cook Cooper Cruz Davis Diaz Dixon Evans Fisher Ford Foster Garcia Gibson Gray Green Gupta Hall Harris Hart Hayes Hill Holmes Hughes Hunt Ito Jackson James Jensen Johnson Jones Kelly Khan Kim King Knight Larsen Lee Lewis Lopez Marsh Martin Mason Meyer Miller Mills Moore Morgan Murphy Nelson Nguyen Novak Olsen Owens Parker Patel Perez Perry Pierce Porter Price Quinn Reed Reyes Rivera Rossi Russell Sato Schmidt Scott Shaw Silva Smith Stone Taylor Thomas Turner Walker Walsh Ward Watson Weber White Wilson Wood Wright Young Zhang',
    ).map((name) => [name, name.toLowerCase()]),
  },
  zh: {
    first: pairs(
      '伟=wei 芳=fang 娜=na 敏=min 静=jing 丽=li 强=qiang 磊=lei 洋=yang 艳=yan 勇=yong 军=jun 杰=jie 娟=juan 涛=tao 明=ming 超=chao 霞=xia 平=ping 刚=gang 欣怡=xinyi 子涵=zihan 浩然=haoran 梓萱=zixuan 雨桐=yutong 一诺=yinuo 思远=siyuan 嘉怡=jiayi 俊杰=junjie 佳琪=jiaqi 晓明=xiaoming 建国=jianguo 志强=zhiqiang 秀英=xiuying 海燕=haiyan 文博=wenbo 天宇=tianyu 诗涵=shihan 若曦=ruoxi 可欣=kexin 宇轩=yuxuan 晨曦=chenxi 雅婷=yating 家豪=jiahao 立新=lixin 春梅=chunmei 国华=guohua 婉清=wanqing 景行=jingxing 知远=zhiyuan',
    ),
    last: pairs(
      '王=wang 李=li 张=zhang 刘=liu 陈=chen 杨=yang 黄=huang 赵=zhao 吴=wu 周=zhou 徐=xu 孙=sun 马=ma 朱=zhu 胡=hu 郭=guo 何=he 林=lin 高=gao 罗=luo 郑=zheng 梁=liang 谢=xie 宋=song 唐=tang 许=xu 邓=deng 冯=feng 韩=han 曹=cao 曾=zeng 彭=peng 萧=xiao 蔡=cai 潘=pan 田=tian 董=dong 袁=yuan 于=yu 余=yu 叶=ye 蒋=jiang 杜=du 苏=su 魏=wei 程=cheng 吕=lyu 丁=ding 沈=shen 任=ren 姚=yao 卢=lu 傅=fu 钟=zhong 姜=jiang 崔=cui 谭=tan 廖=liao 范=fan 汪=wang 陆=lu 金=jin 石=shi 欧阳=ouyang 上官=shangguan 司马=sima',
    ),
  },
}

/** Cities with their region, the beginning of their postal codes and where they lie, to a tenth of a degree. */
export type City = {
  readonly city: string
  readonly region: string
  readonly post: string
  readonly lat: number
  readonly lon: number
}
const readCities = (text: string): readonly City[] =>
  lines(text).map((line) => {
    const [city = '', region = '', post = '', lat, lon] = line.split(',')
    return { city, region, post, lat: Number(lat), lon: Number(lon) }
  })

export const CITIES: Readonly<Record<Lang, readonly City[]>> = {
  en: readCities(`
    New York,NY,100,40.7,-74.0
    Los Angeles,CA,900,34.1,-118.2
    Chicago,IL,606,41.9,-87.6
    Houston,TX,770,29.8,-95.4
    Phoenix,AZ,850,33.4,-112.1
    Philadelphia,PA,191,40.0,-75.2
    San Diego,CA,921,32.7,-117.2
    Dallas,TX,752,32.8,-96.8
    Austin,TX,787,30.3,-97.7
    Columbus,OH,432,40.0,-83.0
    Denver,CO,802,39.7,-105.0
    Boston,MA,021,42.4,-71.1
    Seattle,WA,981,47.6,-122.3
    Nashville,TN,372,36.2,-86.8
    Portland,OR,972,45.5,-122.7
    Atlanta,GA,303,33.7,-84.4
    Miami,FL,331,25.8,-80.2
    Minneapolis,MN,554,45.0,-93.3
    Madison,WI,537,43.1,-89.4
    Salt Lake City,UT,841,40.8,-111.9`),
  zh: readCities(`
    北京市,北京市,1000,39.9,116.4
    上海市,上海市,2000,31.2,121.5
    广州市,广东省,5100,23.1,113.3
    深圳市,广东省,5180,22.5,114.1
    成都市,四川省,6100,30.6,104.1
    杭州市,浙江省,3100,30.3,120.2
    重庆市,重庆市,4000,29.6,106.6
    武汉市,湖北省,4300,30.6,114.3
    西安市,陕西省,7100,34.3,108.9
    苏州市,江苏省,2150,31.3,120.6
    南京市,江苏省,2100,32.1,118.8
    天津市,天津市,3000,39.1,117.2
    长沙市,湖南省,4100,28.2,112.9
    郑州市,河南省,4500,34.7,113.6
    青岛市,山东省,2660,36.1,120.4
    厦门市,福建省,3610,24.5,118.1
    昆明市,云南省,6500,25.0,102.7
    沈阳市,辽宁省,1100,41.8,123.4
    哈尔滨市,黑龙江省,1500,45.8,126.5
    合肥市,安徽省,2300,31.8,117.2`),
}

export const STREETS: Readonly<Record<Lang, readonly string[]>> = {
  en: lines(`
    Main Street
    Oak Avenue
    Maple Street
    Cedar Lane
    Pine Street
    Elm Street
    Lake Road
    Hill Street
    Park Avenue
    Mill Road
    River Road
    Church Street
    Station Road
    Garden Way
    Sunset Drive
    Market Street
    Orchard Lane
    Meadow Court
    Spring Street
    Harbor View`),
  zh: split(
    '人民路 解放路 中山路 建设路 和平路 新华路 文化路 长江路 光明路 友谊路 幸福路 胜利路 朝阳路 学院路 科技路 滨河路 花园街 迎宾大道 团结街 工业路',
  ),
}

export const COMPANIES: Readonly<Record<Lang, { heads: readonly string[]; tails: readonly string[] }>> = {
  en: {
    heads: split(
      'Acorn Amber Anchor Birch Bluebird Cobalt Copper Delta Evergreen Falcon Granite Harbor Indigo Juniper Keystone Lantern Maple Meridian North Olive Pebble Quartz Raven Silver Summit Timber Umber Violet Willow Zephyr',
    ),
    tails: lines('Labs\nWorks\nFoods\nLogistics\nSystems\nMedia\nTextiles\nEnergy\nDesign\nTools'),
  },
  zh: {
    heads: split('星河 云帆 青禾 海川 远山 晨光 明德 瑞和 天成 博远 中汇 华岳 新锐 恒信 嘉木 东篱 北辰 南风 西岭 锦程'),
    tails: split(
      '科技有限公司 贸易有限公司 文化传媒有限公司 物流有限公司 食品有限公司 建筑工程有限公司 软件有限公司 电子商务有限公司',
    ),
  },
}

export const JOBS: Readonly<Record<Lang, readonly string[]>> = {
  en: lines(
    'Accountant\nAnalyst\nArchitect\nBaker\nCarpenter\nChemist\nDesigner\nDriver\nEditor\nElectrician\nEngineer\nFarmer\nLawyer\nLibrarian\nManager\nMechanic\nNurse\nPharmacist\nPlumber\nProduct manager\nProgrammer\nResearcher\nSales assistant\nSupport engineer\nTeacher\nTechnician\nTranslator\nVeterinarian\nWriter',
  ),
  zh: split(
    '会计 数据分析师 建筑师 面点师 木工 药剂师 设计师 司机 编辑 电工 软件工程师 农艺师 律师 图书管理员 项目经理 机械师 护士 产品经理 水暖工 程序员 研究员 销售 客服 教师 技术员 翻译 兽医 记者 厨师 测试工程师',
  ),
}

export const COUNTRIES: Readonly<Record<Lang, string>> = { en: 'United States', zh: '中国' }
export const CURRENCIES = split('USD EUR GBP JPY CNY KRW INR BRL CAD AUD CHF SEK SGD HKD MXN ZAR')
/** Area codes of the United States, in each of which 555-0100 to 555-0199 are kept for fiction. */
export const AREA_CODES = split('202 206 303 312 404 415 503 512 602 617 702 713 801 808 917')
/** Names that nobody can have (RFC 2606 §3). */
export const DOMAINS = split('example.com example.net example.org')
