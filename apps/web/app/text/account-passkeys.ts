/** Why a passkey was not made or used. */
export const passkeyText = {
  notUsed: {
    en: 'The passkey was not used. Try again, or log in with your password.',
    zh: '未使用通行密钥，请重试或改用密码登录。',
  },
  notMade: { en: 'No passkey was made. Try again.', zh: '未能创建通行密钥，请重试。' },
  missing: {
    en: 'Passkeys are not available: this browser does not support them, or the page was not opened over HTTPS.',
    zh: '此处无法使用通行密钥：浏览器不支持，或页面未通过 https 打开。',
  },
  known: {
    en: 'This device already has a passkey for this account.',
    zh: '此设备已有本账户的通行密钥。',
  },
  elsewhere: {
    en: 'Passkeys only work at {host}. Please open the site there.',
    zh: '通行密钥仅在 {host} 可用，请从该地址打开本站。',
  },
}
