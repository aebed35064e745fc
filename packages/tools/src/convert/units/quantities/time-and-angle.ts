import type { Quantity } from '../unit.ts'

export const TIME: Quantity = {
  id: 'time',
  name: { en: 'time', zh: '时间' },
  units: {
    metric: [
      ['s', 'second', '秒', '1', 'si', 'sec|secs|秒钟', { takesPrefixes: true }],
      ['ms', 'millisecond', '毫秒', '0.001', 'si'],
      ['µs', 'microsecond', '微秒', '1e-6', 'si'],
      ['ns', 'nanosecond', '纳秒', '1e-9', 'si'],
    ],
    other: [
      ['min', 'minute', '分钟', '60', 'si', 'm|mins|!分'],
      ['h', 'hour', '小时', '3600', 'si', 'hr|hrs|时|个小时|钟头'],
      ['d', 'day', '天', '86400', 'si', '日'],
      ['wk', 'week', '周', '604800', 'usage', '星期|礼拜|个星期|w'],
      ['fortnight', 'fortnight', '两周', '1209600', 'usage'],
      ['mo', 'mean month', '平均月', '31556952/12', 'gregorian', 'month|月|个月'],
      ['yr', 'mean year (365.2425 d)', '平均年（365.2425 天）', '31556952', 'gregorian', 'y|year|年'],
      ['yr (365 d)', 'year of 365 days', '365 天的年', '31536000', 'nist', 'yr|year|年'],
      ['yr (Julian)', 'Julian year (365.25 d)', '儒略年（365.25 天）', '31557600', 'iau', 'yr|year|年|annum'],
      ['decade', 'mean decade', '十年', '315569520', 'gregorian', 'decade'],
      ['century', 'mean century', '世纪', '3155695200', 'gregorian', 'century|centuries'],
      ['刻', 'quarter of an hour (ke)', '刻', '900', 'usage', '刻钟|quarter hour'],
      ['时辰', 'double hour (shichen)', '时辰', '7200', 'usage', '个时辰'],
    ],
  },
  targets:
    's>min min>h ms>s µs>ms ns>µs h>min d>h wk>d fortnight>d mo>d yr>d yr~(365~d)>d yr~(Julian)>d decade>d century>yr 刻>min 时辰>h',
}

export const FREQUENCY: Quantity = {
  id: 'frequency',
  name: { en: 'frequency', zh: '频率' },
  units: {
    metric: [
      ['Hz', 'hertz', '赫兹', '1', 'si', '赫', { takesPrefixes: true }],
      ['kHz', 'kilohertz', '千赫', '1000', 'si'],
      ['MHz', 'megahertz', '兆赫', '1e6', 'si'],
      ['GHz', 'gigahertz', '吉赫', '1e9', 'si'],
      ['THz', 'terahertz', '太赫', '1e12', 'si'],
    ],
    other: [
      ['rpm', 'revolution per minute', '转每分', '1/60', 'nist', 'r/min|rev/min|转/分|转/分钟'],
      ['bpm', 'beat per minute', '次每分', '1/60', 'usage', '次/分|次/分钟'],
      ['rad/s', 'radian per second', '弧度每秒', '1/2/pi', 'si'],
      ['°/s', 'degree per second', '度每秒', '1/360', 'si', 'deg/s|度/秒'],
    ],
  },
  targets: 'Hz>rpm kHz>Hz MHz>Hz GHz>MHz THz>GHz rad/s>rpm °/s>rpm bpm>Hz',
}

export const ANGLE: Quantity = {
  id: 'angle',
  name: { en: 'angle', zh: '角度' },
  units: {
    metric: [
      ['°', 'degree', '度（角）', '1/360', 'si', '!deg|!°|角度|度'],
      ['′', 'minute of arc', '角分', '1/21600', 'si', `arcmin|'|分`],
      ['″', 'second of arc', '角秒', '1/1296000', 'si', `arcsec|"|秒`],
      ['rad', 'radian', '弧度', '1/2/pi', 'si'],
      ['mrad', 'milliradian', '毫弧度', '0.001/2/pi', 'si'],
    ],
    other: [
      ['tr', 'turn', '圈', '1', 'usage', 'turn|rev|revolution|周角'],
      ['gon', 'gon', '百分度', '1/400', 'nist', 'grad|grade|gradian'],
      ['mil (NATO)', 'mil (6400 to the turn)', '密位（6400 制）', '1/6400', 'usage', 'mil|密位'],
      ['mil (6000)', 'mil (6000 to the turn, China)', '密位（6000 制，中国）', '1/6000', 'usage', 'mil|!密位'],
      ['quadrant', 'right angle', '直角', '1/4', 'usage'],
    ],
  },
  targets: '°>rad rad>° mrad>° ′>° ″>° tr>° gon>°',
}
