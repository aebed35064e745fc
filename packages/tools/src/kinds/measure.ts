import { defineKind } from '@octet/core/kind.ts'

/** Longer ones are prose. */
const MAX_CHARS = 60
const NUMBER = String.raw`(?:\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?|\d+/\d+|[¼½¾])`
/** Units that people meet and convert; the converter itself knows more. */
const UNIT = String.raw`(?:[µmckn]?m[²³23]?|in|inch(?:es)?|f(?:ee|oo)?t|y(?:ar)?ds?|mi(?:les?)?|nmi|[kmµ]?g|lbs?|pounds?|oz|ounces?|stone|tons?|tonnes?|[cmd]?l|lit(?:er|re)s?|gal(?:lons?)?|pints?|cups?|tbsp|tsp|fl oz|° ?[cf]|℃|℉|km\/h|kmh|kph|mph|m\/s|knots?|[khm]?pa|m?bar|psi|atm|mmhg|[km]?j|[km]?wh|k?cal|btu|[kmg]?w|hp|n·?m|[kmg]?hz|rpm|acres?|ha|hectares?|sq ft|sqft|[kmgtp]i?b|mpg|['′"″]|公?[斤里分尺升顷亩]|[市英海]?[里尺寸斤两亩]|[千毫微厘分]?[米克升]|[千兆]?瓦(?:时)?|英[尺寸里亩]|[磅码吨钱担丈坪]|平方(?:公里|米|厘米|英尺|千米)|立方米|盎司|加仑|(?:[摄华]氏)?度|马力|[千大]卡|公里)`
const MEASURE = new RegExp(
  String.raw`^[+-]?${NUMBER} ?${UNIT}(?: ?${NUMBER} ?${UNIT}){0,3}(?: (?:to|in) ${UNIT}| ?(?:等于|是|合)?多少${UNIT})?[?？]?$`,
  'i',
)
/** Degrees as they are typed, without their sign. */
const DEGREES = new RegExp(String.raw`^[+-]?${NUMBER} ?[cf] (?:to|in) [cf]$`, 'i')

export default defineKind({
  id: 'measure',
  title: { en: 'Amount with a unit', zh: '带单位的量' },
  examples: [
    '72°F',
    '72f to c',
    '5 ft 11 in',
    `5'11"`,
    '180 cm',
    '10 GiB',
    '100 km/h',
    '3斤2两',
    '1亩等于多少平方米',
    '5 ft to cm',
    '1.5e3 kg',
    '¾ cup',
  ],
  counterExamples: ['5', '72', 'cm', '5 apples', '10.0.0.1', '3 分钟', '12万元', '5m ago', '2 in the morning'],
  detect(sample) {
    if (sample.length > MAX_CHARS || !(MEASURE.test(sample) || DEGREES.test(sample))) return undefined
    return { score: 0.9 }
  },
})
