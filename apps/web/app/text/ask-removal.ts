/** Words of the question before something is removed. */
export const removalText = {
  yes: { en: 'Remove for good', zh: '确认删除' },
  no: { en: 'Cancel', zh: '取消' },
} as const
