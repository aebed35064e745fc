/** Words of the page that compares JSON. */
export const jsonDiffText = {
  views: { en: 'Show as', zh: '显示方式' },
  sides: { en: 'Side by side', zh: '左右对照' },
  paths: { en: 'By path', zh: '按路径' },
  patch: { en: 'JSON Patch', zh: 'JSON Patch' },
  equal: { en: 'Both have the same content.', zh: '两份内容相同。' },
  equalHelp: {
    en: 'The order of keys, white space and the way numbers are written are ignored.',
    zh: '键的顺序、空白与数字写法不参与比较。',
  },
  added: { en: '{count} added', zh: '新增 {count} 处' },
  removed: { en: '{count} removed', zh: '删除 {count} 处' },
  changed: { en: '{count} changed', zh: '修改 {count} 处' },
  alike: { en: 'Both formatted, each key beside itself', zh: '均已格式化，相同的键左右对齐' },
  large: {
    en: 'Too large to be shown side by side. See the list by path.',
    zh: '内容过大，无法左右对照，请查看“按路径”。',
  },
  patchHelp: {
    en: 'RFC 6902: turns the first document into the second.',
    zh: '遵循 RFC 6902，应用后可由原 JSON 得到新 JSON。',
  },
  copyPath: { en: 'Copy the path {path}', zh: '复制路径 {path}' },
} as const
