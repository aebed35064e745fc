import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { moreField } from '../../lib/more.ts'
import { notesField } from '../../lib/notes-field.ts'
import { DATUMS } from './place.ts'
import { NOTATIONS } from './write-place.ts'

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })
const SYSTEMS = {
  wgs84: { en: 'WGS-84 (GPS)', zh: 'WGS-84（GPS）' },
  gcj02: { en: 'GCJ-02 (maps in China)', zh: 'GCJ-02（高德、腾讯）' },
  bd09: { en: 'BD-09 (Baidu)', zh: 'BD-09（百度）' },
} as const satisfies Record<(typeof DATUMS)[number], Text>
const text = (en: string, zh: string) => z.string().optional().meta(L(en, zh))

export default defineTool({
  id: 'coordinates',
  route: '/convert/coordinates',
  group: 'convert',
  rank: 60,
  icon: 'MapPinCode',
  title: { en: 'Coordinate converter', zh: '坐标转换' },
  summary: {
    en: 'Between degrees, UTM, MGRS, geohash, plus codes and links to maps, and between WGS-84, GCJ-02 and BD-09',
    zh: '经纬度、度分秒、UTM、MGRS、Geohash、Plus Code 与地图链接互转，WGS-84、GCJ-02、BD-09 互转',
  },
  about: {
    en: 'A place is read in whatever notation it is written, one a line; of several the length of the way is measured on the ellipsoid. Maps in China are shifted by law: what Amap and Tencent show is GCJ-02, and Baidu moves it once more. The formulas for that are known by measurement only, good to about a metre, and apply within a rectangle around China.\n\nGeoJSON and WKT write the longitude first, most other notations the latitude. UTM and MGRS follow Karney’s series, distances his geodesics on WGS-84; a plus code names a cell of 14 metres, a geohash of ten signs one of a metre.',
    zh: '每行一个坐标，自动识别写法；多个坐标时按椭球面计算路线长度。中国的地图坐标依法偏移：高德、腾讯使用 GCJ-02，百度在此之上再次偏移为 BD-09。偏移公式由实测得出，误差约一米，仅适用于中国周边的矩形范围。\n\nGeoJSON 与 WKT 经度在前，其他写法多为纬度在前。UTM 与 MGRS 采用 Karney 级数，距离采用其 WGS-84 大地线算法；Plus Code 对应约 14 米的方格，10 位 Geohash 约 1 米。',
  },
  keywords: [
    'latitude',
    'longitude',
    'lat lon',
    'gps coordinates',
    'dms',
    'utm coordinates',
    'mgrs',
    'geohash',
    'plus code',
    'maidenhead',
    'gcj02',
    'bd09',
    'wgs84',
    'geojson',
    'wkt',
    'geo uri',
    'distance between coordinates',
    '坐标',
    '火星坐标',
    '百度坐标',
    '高德坐标',
    '度分秒',
    '两点距离',
  ],
  accepts: { coordinates: { text: '' } },
  input: z.object({
    text: z
      .string()
      .max(200_000)
      .meta({
        ...L('Places', '坐标'),
        help: { en: 'One a line', zh: '每行一个' },
        placeholder: {
          en: '39.9087, 116.3975\n51°28′38″N 0°0′5″W',
          zh: '39.9087, 116.3975\n北纬31°14′23″ 东经121°29′59″',
        },
        widget: 'text',
        main: true,
      }),
    from: z
      .enum(DATUMS)
      .default('wgs84')
      .meta({ ...L('From', '源坐标系'), options: SYSTEMS, widget: 'select' }),
    to: z
      .enum(DATUMS)
      .default('wgs84')
      .meta({ ...L('To', '目标坐标系'), options: SYSTEMS, widget: 'select' }),
    notation: z
      .enum(NOTATIONS)
      .default('decimal')
      .meta({
        ...L('Notation', '写法'),
        options: {
          decimal: { en: 'Decimal degrees', zh: '十进制度' },
          dms: { en: 'Degrees, minutes, seconds', zh: '度分秒' },
          dm: { en: 'Degrees, minutes', zh: '度分' },
          utm: { en: 'UTM', zh: 'UTM' },
          mgrs: { en: 'MGRS', zh: 'MGRS' },
          geohash: { en: 'Geohash', zh: 'Geohash' },
          plus: { en: 'Plus code', zh: 'Plus Code' },
          maidenhead: { en: 'Maidenhead locator', zh: '梅登黑德定位' },
          geo: { en: 'geo URI', zh: 'geo URI' },
          geojson: { en: 'GeoJSON', zh: 'GeoJSON' },
          wkt: { en: 'WKT', zh: 'WKT' },
        },
        widget: 'select',
      }),
    order: z
      .enum(['latitude', 'longitude'])
      .default('latitude')
      .meta({
        ...L('First', '顺序'),
        options: { latitude: { en: 'Latitude', zh: '纬度在前' }, longitude: { en: 'Longitude', zh: '经度在前' } },
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ ...L('Result', '结果'), main: true }),
    wgs84: text('WGS-84', 'WGS-84'),
    gcj02: text('GCJ-02', 'GCJ-02（高德、腾讯）'),
    bd09: text('BD-09', 'BD-09（百度）'),
    dms: text('Degrees, minutes, seconds', '度分秒'),
    utm: text('UTM', 'UTM'),
    mgrs: text('MGRS', 'MGRS'),
    geohash: text('Geohash', 'Geohash'),
    plusCode: text('Plus code', 'Plus Code'),
    maidenhead: text('Maidenhead locator', '梅登黑德定位'),
    mercator: text('Web Mercator (EPSG:3857)', 'Web 墨卡托（EPSG:3857）'),
    distanceM: z
      .number()
      .optional()
      .meta({ ...L('Length of the way', '路线长度'), unit: 'm' }),
    azimuth: z
      .number()
      .optional()
      .meta({ ...L('Direction', '方位角'), unit: '°' }),
    places: z
      .array(
        z.object({
          input: z.string().meta(L('Input', '输入')),
          wgs84: text('WGS-84', 'WGS-84'),
          gcj02: text('GCJ-02', 'GCJ-02'),
          bd09: text('BD-09', 'BD-09'),
          fault: text('Fault', '问题'),
        }),
      )
      .optional()
      .meta({ ...L('Places', '坐标'), widget: 'table' }),
    more: moreField(),
    notes: notesField,
  }),
  examples: [
    {
      name: { en: 'A place in every notation', zh: '一个坐标的各种写法' },
      input: { text: '39.9087, 116.3975' },
      output: {
        text: '39.9087, 116.3975',
        wgs84: '39.9087, 116.3975',
        gcj02: '39.9101035, 116.4037436',
        bd09: '39.9164427, 116.4101166',
        dms: '39°54′31.32″N 116°23′51″E',
        utm: '50N 448502 4417798',
        mgrs: '50S MK 48502 17797',
        geohash: 'wx4g09nj42',
        plusCode: '8PFRW95X+F2',
        maidenhead: 'OM89ev78',
        mercator: '12957310.43, 4852683.67',
        notes: [],
      },
    },
    {
      name: { en: 'GPS to Baidu’s maps', zh: 'GPS 转百度坐标' },
      input: { text: '31.2397, 121.4998\n22.5431, 114.0579', to: 'bd09' },
      output: {
        text: '31.243335, 121.510842\n22.5460416, 114.069564',
        distanceM: 1213742,
        azimuth: 219.25,
        places: [
          {
            input: '31.2397, 121.4998',
            wgs84: '31.2397, 121.4998',
            gcj02: '31.237686, 121.5042328',
            bd09: '31.243335, 121.510842',
          },
          {
            input: '22.5431, 114.0579',
            wgs84: '22.5431, 114.0579',
            gcj02: '22.5403828, 114.063014',
            bd09: '22.5460416, 114.069564',
          },
        ],
        notes: [],
      },
    },
    {
      name: { en: 'How far from Greenwich to Paris?', zh: '格林尼治到巴黎有多远？' },
      input: { text: '51°28′38″N 0°0′5″W\n48°50′11″N 2°20′14″E' },
      output: {
        text: '51.4772222, -0.0013889\n48.8363889, 2.3372222',
        distanceM: 337916.6,
        azimuth: 149.46,
        places: [
          {
            input: '51°28′38″N 0°0′5″W',
            wgs84: '51.4772222, -0.0013889',
            gcj02: '51.4772222, -0.0013889',
            bd09: '51.4832193, 0.0049571',
          },
          {
            input: '48°50′11″N 2°20′14″E',
            wgs84: '48.8363889, 2.3372222',
            gcj02: '48.8363889, 2.3372222',
            bd09: '48.8423782, 2.343867',
          },
        ],
        notes: [],
      },
    },
    {
      name: { en: 'A geohash on the map', zh: 'Geohash 解码' },
      input: { text: 'wx4g0bm6c4', notation: 'dms' },
      output: {
        text: '39°54′15.129″N 116°24′26.656″E',
        wgs84: '39.9042025, 116.4074045',
        gcj02: '39.9056059, 116.4136468',
        bd09: '39.9118678, 116.4200509',
        dms: '39°54′15.129″N 116°24′26.656″E',
        utm: '50N 449345 4417293',
        mgrs: '50S MK 49345 17292',
        geohash: 'wx4g0bm6c4',
        plusCode: '8PFRWC34+MX',
        maidenhead: 'OM89ev87',
        mercator: '12958413.00, 4852031.00',
        notes: [],
      },
    },
  ],
  run: async (input, { lang }) => {
    const { convertCoordinates } = await import('./run.ts')
    return convertCoordinates(input, lang)
  },
})
