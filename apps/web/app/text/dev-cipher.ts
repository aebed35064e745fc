/** Words of the cipher pages. */
export const cipherText = {
  key: { en: 'Derived key', zh: '导出的密钥' },
  iv: { en: 'IV', zh: 'IV' },
  salt: { en: 'Salt', zh: '盐' },
  tag: { en: 'Tag', zh: '认证标签' },
  makeKey: { en: 'Make a random key', zh: '生成随机密钥' },
  start: { en: 'Enter a text and a key: the result appears as you type.', zh: '输入内容和密钥，结果会即时显示。' },
  needKey: { en: 'A key is missing: enter one, or make one with the dice.', zh: '缺少密钥：请输入，或点骰子随机生成。' },
  facts: { en: 'What was used', zh: '所用参数' },
  command: { en: 'OpenSSL equivalent', zh: '等效的 OpenSSL 命令' },
  code: { en: 'Equivalent code in Node.js, Python, Java', zh: '等效的 Node.js、Python、Java 代码' },
  plaintext: { en: 'Plaintext', zh: '明文' },
  ciphertext: { en: 'Ciphertext', zh: '密文' },
  saveFile: { en: 'Save the file ({size})', zh: '保存文件（{size}）' },
  turnRound: { en: 'Reverse: feed the result back in', zh: '反向：用结果做相反的操作' },
} as const
