import type { Text } from '@octet/core/text.ts'

/** A number of an identity card of Hong Kong or Taiwan, which have systems of their own. */
export type Regional = {
  readonly kind: 'hong-kong' | 'taiwan' | 'taiwan-resident'
  readonly problem: Text | undefined
  readonly region: Text
  /** Where a number of Taiwan was first given. */
  readonly county: Text | undefined
  readonly isMale: boolean | undefined
}

const HONG_KONG: Text = { en: 'Hong Kong', zh: '香港' }
const TAIWAN: Text = { en: 'Taiwan', zh: '台湾' }

/** By the first letter: its two digits, and where such a number is first given; some places are parts of others by now. */
const PLACES: ReadonlyMap<string, { readonly code: number; readonly place: Text }> = new Map(
  `A 10 台北市 Taipei|B 11 台中市 Taichung|C 12 基隆市 Keelung|D 13 台南市 Tainan|E 14 高雄市 Kaohsiung|F 15 新北市 New Taipei
G 16 宜兰县 Yilan|H 17 桃园市 Taoyuan|I 34 嘉义市 Chiayi City|J 18 新竹县 Hsinchu County|K 19 苗栗县 Miaoli
L 20 原台中县 the former Taichung County|M 21 南投县 Nantou|N 22 彰化县 Changhua|O 35 新竹市 Hsinchu City|P 23 云林县 Yunlin
Q 24 嘉义县 Chiayi County|R 25 原台南县 the former Tainan County|S 26 原高雄县 the former Kaohsiung County|T 27 屏东县 Pingtung
U 28 花莲县 Hualien|V 29 台东县 Taitung|W 32 金门县 Kinmen|X 30 澎湖县 Penghu|Y 31 原阳明山 the former Yangmingshan|Z 33 连江县 Lienchiang`
    .split(/[|\n]/)
    .map((line) => {
      const [, letter = '', code, zh = '', en = ''] = /^(\S) (\d\d) (\S+) (.+)$/.exec(line) ?? []
      return [letter, { code: Number(code), place: { en, zh } }]
    }),
)

/** Reads a number of plain capitals and digits; nothing where it has another form. */
export function readRegional(number: string): Regional | undefined {
  const bare = number.replaceAll(/[()]/g, '')
  if (/^[A-Z]{1,2}\d{6}[\dA]$/.test(bare)) return readHongKong(bare)
  if (/^[A-Z](?:[1289]|[A-D])\d{8}$/.test(bare)) return readTaiwan(bare)
  return undefined
}

/** One or two letters, six digits and a check digit, which is A for 10; a letter that is not there counts as 36. */
function readHongKong(number: string): Regional {
  const signs = Array.from(number.slice(0, -1).padStart(8))
  const values = signs.map((sign) => (sign === ' ' ? 36 : Number.parseInt(sign, 36)))
  const rest = toSum(values, 9) % 11
  const problem = toProblem('0A987654321'[rest]!, number.at(-1)!)
  return { kind: 'hong-kong', problem, region: HONG_KONG, county: undefined, isMale: undefined }
}

/** A letter for the place, a sign for the sex, seven digits and a check digit; foreigners have 8 or 9, before 2021 a letter. */
function readTaiwan(number: string): Regional {
  const { code, place } = PLACES.get(number[0]!)!
  const sex = number[1]!
  const second = PLACES.get(sex)?.code ?? Number(sex)
  const sum = Math.floor(code / 10) + toSum([code % 10, second % 10, ...Array.from(number.slice(2, 9), Number)], 9)
  return {
    kind: /[12]/.test(sex) ? 'taiwan' : 'taiwan-resident',
    problem: toProblem(String((10 - (sum % 10)) % 10), number.at(-1)!),
    region: TAIWAN,
    county: place,
    isMale: /[18AC]/.test(sex),
  }
}

/** The first value so many times, the next once less, and so on. */
const toSum = (values: readonly number[], first: number): number =>
  values.reduce((sum, value, at) => sum + value * (first - at), 0)

const toProblem = (check: string, last: string): Text | undefined =>
  check === last ? undefined : { en: `it should end in ${check}, not ${last}`, zh: `校验码应为 ${check}，而不是 ${last}` }
