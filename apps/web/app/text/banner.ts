/** Words of the page that writes banners. */
export const bannerText = {
  size: {
    en: '{columns} columns, {rows} rows. Drawn here as a monospaced font shows it; copying takes the characters.',
    zh: '{columns} 列，{rows} 行。此处按等宽字体的效果绘制，复制的是字符本身。',
  },
} as const
