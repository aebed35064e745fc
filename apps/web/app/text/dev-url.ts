/** Words of the URL page. */
export const urlText = {
  parameters: { en: 'Parameters', zh: '参数' },
  add: { en: 'Add one', zh: '添加' },
  dropTracking: { en: 'Remove tracking', zh: '移除跟踪参数' },
  tracking: { en: 'tracking', zh: '跟踪参数' },
  nameOf: { en: 'Name of parameter {count}', zh: '第 {count} 个参数的名称' },
  valueOf: { en: 'Value of {name}', zh: '“{name}”的值' },
  remove: { en: 'Remove {name}', zh: '移除“{name}”' },
} as const
