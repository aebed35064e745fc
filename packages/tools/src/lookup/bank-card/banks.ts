import type { Text } from '@octet/core/text.ts'

export type Issuer = { readonly bank: Text; readonly kind: 'debit' | 'credit' | null }

const ICBC: Text = { en: 'Industrial and Commercial Bank of China', zh: '中国工商银行' }
const CCB: Text = { en: 'China Construction Bank', zh: '中国建设银行' }
const ABC: Text = { en: 'Agricultural Bank of China', zh: '中国农业银行' }
const BOC: Text = { en: 'Bank of China', zh: '中国银行' }
const BOCOM: Text = { en: 'Bank of Communications', zh: '交通银行' }
const CMB: Text = { en: 'China Merchants Bank', zh: '招商银行' }
const PSBC: Text = { en: 'Postal Savings Bank of China', zh: '中国邮政储蓄银行' }
const CMBC: Text = { en: 'China Minsheng Bank', zh: '中国民生银行' }
const CITIC: Text = { en: 'China CITIC Bank', zh: '中信银行' }
const CEB: Text = { en: 'China Everbright Bank', zh: '中国光大银行' }
const CIB: Text = { en: 'Industrial Bank', zh: '兴业银行' }
const SPDB: Text = { en: 'Shanghai Pudong Development Bank', zh: '浦发银行' }
const HXB: Text = { en: 'Hua Xia Bank', zh: '华夏银行' }
const CGB: Text = { en: 'China Guangfa Bank', zh: '广发银行' }
const PAB: Text = { en: 'Ping An Bank', zh: '平安银行' }

/** Widely used first six digits of UnionPay cards of the large Chinese banks, gathered by hand; far from complete. */
const ROWS: readonly (readonly [Text, Issuer['kind'], string])[] = [
  [ICBC, 'debit', '622200 622202 622203 622208 621225 621226 621281 621558 621559 621721 621722 621723 955880'],
  [ICBC, 'credit', '622230 622235 625330 625331 625332 628286'],
  [CCB, 'debit', '621284 621466 621467 621700 622280 622700 623668 436742'],
  [CCB, 'credit', '622166 622168 625362 625363 628266 628366'],
  [ABC, 'debit', '622821 622822 622823 622840 622841 622843 622844 622845 622846 622847 622848 622849 623052 955950 955951'],
  [ABC, 'credit', '622836 622837 625996 625997 625998 628268'],
  [
    BOC,
    'debit',
    '621660 621661 621662 621663 621665 621666 621667 621668 621669 621756 621757 621758 621759 621785 621786 621787 621788 621789 621790',
  ],
  [BOC, 'credit', '622760 622788 625905 625906 625907 625908 625909 628388'],
  [BOCOM, 'debit', '622258 622259 622260 622261 622262'],
  [BOCOM, 'credit', '622252 622253 622656 628216 628218 625028 625029'],
  [CMB, 'debit', '622588 622580 621286 621483 621485 621486 622609 410062'],
  [CMB, 'credit', '622575 622576 622577 622578 622579 622581 622582 625802 625803 628362 628262'],
  [PSBC, 'debit', '621095 621096 621098 621797 621798 621799 622150 622151 622188 622199 955100'],
  [PSBC, 'credit', '622810 622811 622812 625919 628310'],
  [CMBC, 'debit', '622615 622616 622617 622618 622619 622620 622622'],
  [CMBC, 'credit', '622600 622601 622602 622603 628258 625911 625912 625913'],
  [CITIC, 'debit', '622690 622691 622692 622696 622698 621768 621767 621770 621771 621772 621773'],
  [CITIC, 'credit', '622680 622688 622689 628206 628208 628209 628370 628371 628372'],
  [
    CEB,
    'debit',
    '622660 622661 622662 622663 622664 622665 622666 622667 622668 622669 622670 622671 622672 622673 621489 621491 621492',
  ],
  [CEB, 'credit', '622650 622655 622658 628201 628202 625975 625976 625977'],
  [CIB, 'debit', '622908 622909 966666'],
  [CIB, 'credit', '622901 622902 622922 628212 625082 625083 625084'],
  [SPDB, 'debit', '622516 622517 622518 622521 622522 622523 621791 621792 621793 621795 621796'],
  [SPDB, 'credit', '622176 622177 622228 622276 622277 628221 628222 625970 625971'],
  [HXB, 'debit', '622630 622631 622632 622633 621222'],
  [HXB, 'credit', '622636 622637 622638 628318 625967 625968 625969'],
  [CGB, 'debit', '622568 621462 620037'],
  [CGB, 'credit', '622555 622556 622557 622558 622559 622560 625071 625072 628259 628260'],
  [PAB, 'debit', '622298 622986 622989 621626 623058 627069'],
  [PAB, 'credit', '622155 622156 622157 622525 622526 628296 625360 625361'],
]

const BY_BIN = new Map(ROWS.flatMap(([bank, kind, bins]) => bins.split(' ').map((bin) => [bin, { bank, kind }] as const)))

/** Every first six digits of the table; a test looks for doubles. */
export const BINS: readonly string[] = ROWS.flatMap(([, , bins]) => bins.split(' '))

/** The bank of a card by its first six digits. */
export function findIssuer(digits: string): Issuer | undefined {
  return BY_BIN.get(digits.slice(0, 6))
}
