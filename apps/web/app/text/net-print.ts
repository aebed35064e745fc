/** Words of a result on paper. */
export const printText = {
  asOf: { en: 'As of {time}', zh: '结果时间：{time}' },
} as const
