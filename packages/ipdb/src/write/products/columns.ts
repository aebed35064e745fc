import type { Column } from '../product.ts'

const column = (name: string, type: Column['type'], en: string, zh: string): Column => ({ name, type, description: { en, zh } })

/** Columns that several products have. */
export const COUNTRY_COLUMNS = [
  column('country_code', 'text', 'Country, ISO 3166-1 alpha-2', '国家代码（ISO 3166-1 二字母）'),
  column('country', 'text', 'Name of the country', '国家名称'),
  column('continent_code', 'text', 'Continent: AF, AN, AS, EU, NA, OC or SA', '大洲代码：AF、AN、AS、EU、NA、OC、SA'),
  column('continent', 'text', 'Name of the continent', '大洲名称'),
] as const

export const ASN_COLUMNS = [
  column('asn', 'text', 'Autonomous system that announces the range, AS and its number', '宣告该地址段的自治系统，AS 加编号'),
  column('as_name', 'text', 'Organisation of the autonomous system', '自治系统所属机构'),
  column('as_domain', 'text', 'Domain of the organisation, where a source has it', '机构域名（有数据源时）'),
] as const

export const PLACE_COLUMNS = [
  column('region', 'text', 'First-level division', '一级行政区'),
  column('region_code', 'text', 'Its code without that of the country, ISO 3166-2', '一级行政区代码（ISO 3166-2，不含国家代码）'),
  column('city', 'text', 'City or town', '城市'),
  column('latitude', 'double', 'Degrees north, WGS 84', '纬度（WGS 84）'),
  column('longitude', 'double', 'Degrees east, WGS 84', '经度（WGS 84）'),
  column('postal_code', 'text', 'Nearest postal code; approximate', '邻近邮政编码（近似值）'),
  column('timezone', 'text', 'IANA time zone', 'IANA 时区'),
  column(
    'radius',
    'uint16',
    'Accuracy radius in km: about two thirds of the addresses lie within',
    '精度半径（公里）：约三分之二的地址在此范围内',
  ),
  column('is_anycast', 'boolean', 'Announced from many places at once', '任播地址，由多地同时宣告'),
  column('elevation', 'int32', 'Metres above sea level', '海拔（米）'),
  column(
    'weather_station',
    'text',
    'Nearest weather station: ICAO code, else WMO number',
    '最近的气象站：ICAO 代码，没有则为 WMO 编号',
  ),
] as const

export const PRIVACY_COLUMNS = [
  column('is_anonymous', 'boolean', 'VPN, Tor, proxy or relay', 'VPN、Tor、代理或中继之一'),
  column('is_vpn', 'boolean', 'Exit of a VPN service', 'VPN 服务出口'),
  column('is_tor', 'boolean', 'Tor exit relay', 'Tor 出口中继'),
  column('is_proxy', 'boolean', 'Open proxy', '公开代理'),
  column('is_relay', 'boolean', 'Egress of a privacy relay such as iCloud Private Relay', '隐私中继出口，如 iCloud 专用代理'),
  column('is_hosting', 'boolean', 'Network of a hosting company', '托管服务商网络'),
  column('is_data_center', 'boolean', 'Data centre', '数据中心'),
  column(
    'last_seen',
    'text',
    'Date of the newest list that names the range, YYYY-MM-DD',
    '收录该地址段的最新名单日期，YYYY-MM-DD',
  ),
  column('lists', 'texts', 'Ids of the sources that say so', '作出判断的数据源标识'),
] as const

export const AS_TYPE_COLUMN = column(
  'as_type',
  'text',
  'isp, hosting, business, education or government',
  'isp（运营商）、hosting（托管）、business（企业）、education（教育）或 government（政府）',
)
