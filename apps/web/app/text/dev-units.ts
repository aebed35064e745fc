/** Words of the unit converter. */
export const unitsText = {
  about: { en: 'about', zh: '约等于' },
  others: { en: 'It may also mean', zh: '也可能指' },
  wanted: { en: 'Convert to {unit}', zh: '换算为{unit}' },
  sources: { en: 'Where the numbers come from', zh: '系数出处' },
} as const
