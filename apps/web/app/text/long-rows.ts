/** Words of long lists and tables. */
export const longRowsText = {
  notPrinted: {
    en: '{count} more {count|row is|rows are} not printed. Save the table as a file',
    zh: '其余 {count} 行未打印，请将表格导出为文件',
  },
  shown: { en: '{shown} of {total}', zh: '已显示 {shown} / {total}' },
  more: { en: 'Show more', zh: '显示更多' },
} as const
