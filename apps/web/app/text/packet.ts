/** Words of the page that takes packets apart. */
export const packetText = {
  packets: { en: 'Packets', zh: '报文' },
  more: { en: '{count} more are not listed; name one by its number above.', zh: '另有 {count} 个未列出，可在上方填写序号查看。' },
  layers: { en: 'Layers of the packet', zh: '报文各层' },
  bytes: { en: 'Bytes', zh: '字节' },
  bytesMore: { en: '{count} more bytes', zh: '另有 {count} 字节' },
  wrong: { en: 'What is wrong', zh: '发现的问题' },
} as const
