/** Words of the unit converter and the calculator. */
export const unitsText = {
  about: { en: 'about', zh: '约等于' },
  others: { en: 'It may also mean', zh: '也可能指' },
  wanted: { en: 'Convert to {unit}', zh: '换算为{unit}' },
  forms: { en: 'Other ways to write it', zh: '其他写法' },
  lastForms: { en: 'Other ways to write the last one', zh: '最后一行的其他写法' },
  sources: { en: 'Where the numbers come from', zh: '系数出处' },
} as const
