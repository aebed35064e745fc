/** Words of long tables. */
export const longRowsText = {
  notPrinted: {
    en: '{count} more {count|row is|rows are} not printed. Save the table as a file',
    zh: '其余 {count} 行未打印，请将表格导出为文件',
  },
} as const
