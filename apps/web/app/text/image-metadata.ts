/** Words of the page that reads what pictures carry. */
export const imageText = {
  saveClean: { en: 'Save without metadata', zh: '保存清除后的图片' },
  saved: { en: '{size}, {less} less', zh: '{size}，减少 {less}' },
  nothingLeft: { en: 'There is nothing to remove.', zh: '没有可清除的信息。' },
  preview: { en: 'The picture', zh: '图片预览' },
  stays: { en: 'Read in your browser; the picture is not sent anywhere.', zh: '已在浏览器中读取，图片未上传。' },
} as const
