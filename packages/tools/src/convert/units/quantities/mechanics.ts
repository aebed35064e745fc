import type { Quantity } from '../unit.ts'

/** Standard gravity times the pound: one pound-force in newtons. */
const LBF = '0.45359237*9.80665'

export const SPEED: Quantity = {
  id: 'speed',
  name: { en: 'speed', zh: '速度' },
  units: {
    metric: [
      ['m/s', 'metre per second', '米每秒', '1', 'si', '米/秒|mps'],
      [
        'km/h',
        'kilometre per hour',
        '千米每小时',
        '1000/3600',
        'si',
        'kmh|km/hr|kph|公里每小时|公里/小时|公里/时|千米/时|千米/小时|时速|迈',
      ],
      ['km/s', 'kilometre per second', '千米每秒', '1000', 'si', '公里/秒|公里每秒'],
      ['m/min', 'metre per minute', '米每分', '1/60', 'si', '米/分'],
      ['cm/s', 'centimetre per second', '厘米每秒', '0.01', 'si', '厘米/秒'],
    ],
    imperial: [
      ['mph', 'mile per hour', '英里每小时', '0.44704', 'yard', 'miles per hour|mi/h|英里/小时|英里/时|迈'],
      ['ft/s', 'foot per second', '英尺每秒', '0.3048', 'yard', 'feet per second|fps|英尺/秒'],
      ['ft/min', 'foot per minute', '英尺每分', '0.3048/60', 'yard', 'feet per minute|fpm'],
    ],
    other: [
      ['kn', 'knot', '节', '1852/3600', 'si', 'kt|kts'],
      ['c', 'speed of light', '光速', '299792458', 'si'],
    ],
  },
  targets: 'm/s>km/h km/h>mph mph>km/h kn>km/h km/s>km/h c>km/s',
}

export const FORCE: Quantity = {
  id: 'force',
  name: { en: 'force', zh: '力' },
  units: {
    metric: [
      ['N', 'newton', '牛顿', '1', 'si', '牛', { takesPrefixes: true }],
      ['kN', 'kilonewton', '千牛', '1000', 'si'],
      ['MN', 'meganewton', '兆牛', '1e6', 'si'],
      ['dyn', 'dyne', '达因', '1e-5', 'si'],
      ['kgf', 'kilogram-force', '千克力', '9.80665', 'nist', 'kp|公斤力|kilopond'],
      ['gf', 'gram-force', '克力', '0.00980665', 'nist'],
      ['tf', 'tonne-force', '吨力', '9806.65', 'nist'],
    ],
    imperial: [
      ['lbf', 'pound-force', '磅力', LBF, 'nist'],
      ['ozf', 'ounce-force', '盎司力', `${LBF}/16`, 'nist'],
      ['kip', 'kip', '千磅力', `${LBF}*1000`, 'nist'],
      ['pdl', 'poundal', '磅达', '0.45359237*0.3048', 'nist'],
    ],
  },
  targets: 'N>lbf kN>lbf kgf>N',
}

export const PRESSURE: Quantity = {
  id: 'pressure',
  name: { en: 'pressure', zh: '压力' },
  units: {
    metric: [
      ['Pa', 'pascal', '帕斯卡', '1', 'si', '帕|N/m²', { takesPrefixes: true }],
      ['hPa', 'hectopascal', '百帕', '100', 'si'],
      ['kPa', 'kilopascal', '千帕', '1000', 'si'],
      ['MPa', 'megapascal', '兆帕', '1e6', 'si', 'N/mm²'],
      ['bar', 'bar', '巴', '100000', 'si', '', { takesPrefixes: true }],
      ['mbar', 'millibar', '毫巴', '100', 'si'],
      [
        'at',
        'technical atmosphere (kgf/cm²)',
        '工程大气压（kgf/cm²）',
        '98066.5',
        'nist',
        'kgf/cm²|kg/cm²|公斤压力|公斤/平方厘米|工程大气压',
      ],
    ],
    imperial: [
      ['psi', 'pound-force per square inch', '磅力每平方英寸', `${LBF}/0.0254/0.0254`, 'nist', 'lbf/in²|lb/in²|磅/平方英寸'],
      ['ksi', 'kip per square inch', '千磅力每平方英寸', `${LBF}*1000/0.0254/0.0254`, 'nist'],
      ['psf', 'pound-force per square foot', '磅力每平方英尺', `${LBF}/0.3048/0.3048`, 'nist', 'lbf/ft²'],
      ['inHg', 'inch of mercury', '英寸汞柱', '13595.1*9.80665*0.0254', 'nist', 'in Hg|"Hg'],
      ['inH2O', 'inch of water', '英寸水柱', '1000*9.80665*0.0254', 'nist', 'in H2O'],
    ],
    other: [
      ['atm', 'standard atmosphere', '标准大气压', '101325', 'si', '大气压|atmosphere'],
      ['mmHg', 'millimetre of mercury', '毫米汞柱', '13595.1*9.80665*0.001', 'nist', 'mm Hg'],
      ['Torr', 'torr', '托', '101325/760', 'nist'],
      ['mmH2O', 'millimetre of water', '毫米水柱', '9.80665', 'nist', 'mm H2O'],
      ['mH2O', 'metre of water', '米水柱', '9806.65', 'nist', 'm H2O'],
    ],
  },
  targets:
    'kPa>psi hPa>mmHg MPa>bar bar>psi mbar>hPa psi>kPa ksi>MPa psf>Pa inHg>hPa atm>kPa at>kPa mmHg>kPa Torr>Pa Pa>psi mH2O>kPa',
}

export const ENERGY: Quantity = {
  id: 'energy',
  name: { en: 'energy', zh: '能量' },
  units: {
    metric: [
      ['J', 'joule', '焦耳', '1', 'si', '焦|W·s', { takesPrefixes: true }],
      ['kJ', 'kilojoule', '千焦', '1000', 'si'],
      ['MJ', 'megajoule', '兆焦', '1e6', 'si'],
      ['Wh', 'watt-hour', '瓦时', '3600', 'si', 'W·h|watt hour|瓦小时', { takesPrefixes: true }],
      ['kWh', 'kilowatt-hour', '千瓦时', '3600000', 'si', 'kW·h|kilowatt hour|度电|度|千瓦小时'],
      ['erg', 'erg', '尔格', '1e-7', 'si'],
    ],
    imperial: [
      ['Btu', 'British thermal unit (IT)', '英热单位（IT）', '1055.05585262', 'nist', '英热单位|英热'],
      ['thm', 'therm (EC)', '撒姆（EC）', '105505585.262', 'nist', 'therm|撒姆'],
      ['ft·lbf', 'foot pound-force', '英尺磅力', `${LBF}*0.3048`, 'nist', 'ft·lb|foot-pound|foot pound|英尺磅'],
    ],
    other: [
      ['cal', 'calorie (thermochemical)', '卡路里（热化学）', '4.184', 'nist', 'calorie|卡|卡路里', { takesPrefixes: true }],
      ['kcal', 'kilocalorie (thermochemical)', '千卡（热化学）', '4184', 'nist', 'Cal|kilocalorie|千卡|大卡'],
      ['cal (IT)', 'calorie (IT)', '卡路里（国际蒸汽表）', '4.1868', 'nist', 'cal|calorie|卡|卡路里'],
      ['kcal (IT)', 'kilocalorie (IT)', '千卡（国际蒸汽表）', '4186.8', 'nist', 'kcal|千卡|大卡'],
      ['eV', 'electronvolt', '电子伏特', '1.602176634e-19', 'si', 'electron volt|电子伏', { takesPrefixes: true }],
      ['t TNT', 'tonne of TNT', '吨 TNT 当量', '4.184e9', 'nist', 'ton of TNT|tons of TNT|吨TNT|吨TNT当量'],
    ],
  },
  targets: 'J>cal kJ>kcal MJ>kWh kWh>MJ Wh>kJ cal>J kcal>kJ Btu>kJ thm>kWh eV>J t~TNT>GJ',
}

export const POWER: Quantity = {
  id: 'power',
  name: { en: 'power', zh: '功率' },
  units: {
    metric: [
      ['W', 'watt', '瓦特', '1', 'si', '瓦|J/s', { takesPrefixes: true }],
      ['kW', 'kilowatt', '千瓦', '1000', 'si'],
      ['MW', 'megawatt', '兆瓦', '1e6', 'si'],
      ['GW', 'gigawatt', '吉瓦', '1e9', 'si'],
      ['PS', 'metric horsepower', '公制马力', '75*9.80665', 'nist', 'hp (metric)|cv|!马力|匹马力|hp|horsepower'],
      ['kcal/h', 'kilocalorie per hour', '千卡每小时', '4184/3600', 'nist', '大卡/小时|千卡/小时'],
    ],
    imperial: [
      ['hp', 'mechanical horsepower', '英制马力', `550*${LBF}*0.3048`, 'nist', '!hp|!horsepower|马力'],
      ['hp (electric)', 'electric horsepower', '电工马力', '746', 'nist', 'hp|horsepower|马力'],
      ['Btu/h', 'British thermal unit per hour', '英热单位每小时', '1055.05585262/3600', 'nist', 'BTU/hr'],
      ['TR', 'ton of refrigeration', '冷吨', '12000*1055.05585262/3600', 'nist', 'RT|refrigeration ton|美国冷吨'],
    ],
  },
  targets: 'W>hp kW>hp MW>kW GW>MW hp>kW hp~(electric)>kW PS>kW Btu/h>W TR>kW kcal/h>W',
}

export const TORQUE: Quantity = {
  id: 'torque',
  name: { en: 'torque', zh: '扭矩' },
  units: {
    metric: [
      ['N·m', 'newton metre', '牛米', '1', 'si', 'Nm|牛·米|牛顿米', { takesPrefixes: true }],
      ['kgf·m', 'kilogram-force metre', '千克力米', '9.80665', 'nist', 'kg·m|公斤米|公斤力米'],
      ['kgf·cm', 'kilogram-force centimetre', '千克力厘米', '0.0980665', 'nist', 'kg·cm|公斤厘米|公斤力厘米'],
      ['gf·cm', 'gram-force centimetre', '克力厘米', '0.0000980665', 'nist', 'g·cm'],
      ['dyn·cm', 'dyne centimetre', '达因厘米', '1e-7', 'si'],
    ],
    imperial: [
      ['lbf·ft', 'pound-force foot', '磅力英尺', `${LBF}*0.3048`, 'nist', 'lb·ft|ft·lbf|ft·lb|pound-foot|pound-feet'],
      ['lbf·in', 'pound-force inch', '磅力英寸', `${LBF}*0.0254`, 'nist', 'lb·in|in·lbf|in·lb'],
      ['ozf·in', 'ounce-force inch', '盎司力英寸', `${LBF}*0.0254/16`, 'nist', 'oz·in'],
    ],
  },
  targets: 'N·m>lbf·ft',
}
