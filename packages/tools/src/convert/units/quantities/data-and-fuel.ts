import type { Quantity } from '../unit.ts'

export const DATA: Quantity = {
  id: 'data',
  name: { en: 'data', zh: '数据量' },
  units: {
    metric: [
      ['B', 'byte', '字节', '8', 'iec', 'octet'],
      ['kB', 'kilobyte', '千字节', '8e3', 'iec', 'KB|!kb'],
      ['MB', 'megabyte', '兆字节', '8e6', 'iec', '兆'],
      ['GB', 'gigabyte', '吉字节', '8e9', 'iec'],
      ['TB', 'terabyte', '太字节', '8e12', 'iec'],
      ['PB', 'petabyte', '拍字节', '8e15', 'iec'],
      ['EB', 'exabyte', '艾字节', '8e18', 'iec'],
      ['bit', 'bit', '比特', '1', 'iec', 'b|位'],
      ['kbit', 'kilobit', '千比特', '1e3', 'iec', 'kb|Kb'],
      ['Mbit', 'megabit', '兆比特', '1e6', 'iec', 'Mb'],
      ['Gbit', 'gigabit', '吉比特', '1e9', 'iec', 'Gb'],
      ['Tbit', 'terabit', '太比特', '1e12', 'iec', 'Tb'],
    ],
    binary: [
      ['KiB', 'kibibyte', '二进制千字节（KiB）', '8192', 'iec', 'KB'],
      ['MiB', 'mebibyte', '二进制兆字节（MiB）', '8388608', 'iec', 'MB|兆'],
      ['GiB', 'gibibyte', '二进制吉字节（GiB）', '8589934592', 'iec', 'GB'],
      ['TiB', 'tebibyte', '二进制太字节（TiB）', '8796093022208', 'iec', 'TB'],
      ['PiB', 'pebibyte', '二进制拍字节（PiB）', '9007199254740992', 'iec', 'PB'],
      ['EiB', 'exbibyte', '二进制艾字节（EiB）', '9223372036854775808', 'iec', 'EB'],
      ['Kibit', 'kibibit', '二进制千比特（Kibit）', '1024', 'iec'],
      ['Mibit', 'mebibit', '二进制兆比特（Mibit）', '1048576', 'iec'],
      ['Gibit', 'gibibit', '二进制吉比特（Gibit）', '1073741824', 'iec'],
    ],
    other: [['nibble', 'nibble', '半字节', '4', 'usage']],
  },
  targets:
    'B>KiB kB>KiB MB>MiB GB>GiB TB>TiB PB>PiB EB>EiB bit>B kbit>kB Mbit>MB Gbit>GB Tbit>TB KiB>kB MiB>MB GiB>GB TiB>TB PiB>PB EiB>EB Kibit>kbit Mibit>Mbit Gibit>Gbit nibble>bit',
}

export const FUEL: Quantity = {
  id: 'fuel',
  name: { en: 'fuel use', zh: '油耗' },
  units: {
    metric: [
      [
        'L/100 km',
        'litre per 100 km',
        '升每百公里',
        '0.01',
        'usage',
        'L/100km|l/100 km|litre per 100km|L per 100km|升/百公里|升/100公里|百公里油耗',
      ],
      ['km/L', 'kilometre per litre', '千米每升', '1', 'usage', 'kpl|kmpl|公里/升|公里每升', { isReciprocal: true }],
      ['L/km', 'litre per kilometre', '升每千米', '1', 'usage', '升/公里'],
    ],
    us: [
      [
        'mpg (US)',
        'mile per US gallon',
        '英里每美制加仑',
        '3.785411784/1.609344',
        'nist',
        'mpg|miles per gallon|英里/加仑',
        { isReciprocal: true },
      ],
    ],
    uk: [
      [
        'mpg (UK)',
        'mile per imperial gallon',
        '英里每英制加仑',
        '4.54609/1.609344',
        'uk',
        'mpg|miles per gallon|英里/加仑',
        { isReciprocal: true },
      ],
    ],
    imperial: [['mi/L', 'mile per litre', '英里每升', '1/1.609344', 'usage', '', { isReciprocal: true }]],
  },
  targets: 'L/100~km>mpg~(US)',
}
