import type { Text } from '@octet/core/text.ts'

/** Where the size of a unit is laid down. */
export const SOURCES = {
  si: { en: 'SI Brochure, 9th edition (BIPM 2019)', zh: '《国际单位制》第 9 版（BIPM 2019）' },
  yard: { en: 'International yard and pound agreement of 1959', zh: '1959 年国际码磅协定' },
  nist: { en: 'NIST SP 811 (2008), appendix B', zh: 'NIST SP 811（2008）附录 B' },
  handbook: { en: 'NIST Handbook 44, appendix C', zh: 'NIST 手册 44 附录 C' },
  uk: { en: 'Weights and Measures Act 1985 (UK)', zh: '英国《1985 年度量衡法》' },
  market: {
    en: 'Weights and Measures Act of 1929; State Council order of 25 June 1959 (10 两 to the 斤)',
    zh: '1929 年《度量衡法》；国务院 1959 年 6 月 25 日命令（十两一斤）',
  },
  taiwan: {
    en: 'Shakkan units of the Japanese act of 1891, as used in Taiwan',
    zh: '日本 1891 年《度量衡法》的尺贯制，台湾沿用',
  },
  hongkong: { en: 'Weights and Measures Ordinance, Cap. 68 (Hong Kong)', zh: '香港《度量衡条例》（第 68 章）' },
  iec: { en: 'IEC 80000-13:2008', zh: 'IEC 80000-13:2008' },
  iau: { en: 'IAU resolutions B2 (2012) and B2 (2015); IAU style manual', zh: 'IAU 2012 年 B2、2015 年 B2 决议及 IAU 格式手册' },
  codata: { en: 'CODATA 2022, measured', zh: 'CODATA 2022，测量值' },
  gregorian: { en: 'Gregorian calendar: 97 leap years in 400', zh: '公历：400 年 97 闰' },
  usage: { en: 'Common usage', zh: '通行用法' },
} as const satisfies Record<string, Text>
export type SourceId = keyof typeof SOURCES
