import type { Text } from '@octet/core/text.ts'

/** The provinces of GB/T 2260 by their two digits, and 83, which residence permits of people from Taiwan begin with. */
export const REGIONS: ReadonlyMap<string, Text> = new Map(
  `11 Beijing 北京市|12 Tianjin 天津市|13 Hebei 河北省|14 Shanxi 山西省|15 Inner Mongolia 内蒙古自治区|21 Liaoning 辽宁省|22 Jilin 吉林省
23 Heilongjiang 黑龙江省|31 Shanghai 上海市|32 Jiangsu 江苏省|33 Zhejiang 浙江省|34 Anhui 安徽省|35 Fujian 福建省|36 Jiangxi 江西省
37 Shandong 山东省|41 Henan 河南省|42 Hubei 湖北省|43 Hunan 湖南省|44 Guangdong 广东省|45 Guangxi 广西壮族自治区|46 Hainan 海南省
50 Chongqing 重庆市|51 Sichuan 四川省|52 Guizhou 贵州省|53 Yunnan 云南省|54 Tibet 西藏自治区|61 Shaanxi 陕西省|62 Gansu 甘肃省
63 Qinghai 青海省|64 Ningxia 宁夏回族自治区|65 Xinjiang 新疆维吾尔自治区|71 Taiwan 台湾省|81 Hong Kong 香港特别行政区
82 Macao 澳门特别行政区|83 Taiwan 台湾`
    .split(/[|\n]/)
    .map((line) => {
      const [, code = '', en = '', zh = ''] = /^(\d\d) (.+) (\S+)$/.exec(line) ?? []
      return [code, { en, zh }]
    }),
)
