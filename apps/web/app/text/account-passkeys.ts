/** Why a passkey was not made or used. */
export const passkeyText = {
  notUsed: {
    en: 'The passkey was not used. Try again, or log in with the password.',
    zh: '未使用通行密钥，请重试或改用密码登录。',
  },
  notMade: { en: 'No passkey was made. Try again.', zh: '未能创建通行密钥，请重试。' },
  missing: {
    en: 'No passkeys here: the browser has none, or the page was not opened by https.',
    zh: '此处无法使用通行密钥：浏览器不支持，或页面未通过 https 打开。',
  },
  known: {
    en: 'This device has a passkey of this account already.',
    zh: '此设备已有本账号的通行密钥。',
  },
  elsewhere: {
    en: 'Passkeys work at {host} only. Open the site there.',
    zh: '通行密钥仅在 {host} 可用，请从该地址打开本站。',
  },
}
