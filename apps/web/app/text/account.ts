/** Words of the personal center. */
export const accountText = {
  title: { en: 'Account', zh: '个人中心' },
  description: { en: 'Who you are logged in as.', zh: '您的登录信息。' },
  loggedInAs: { en: 'Logged in as', zh: '当前登录' },
  unread: { en: 'Unread messages', zh: '未读消息' },
  channel: { en: 'Channel', zh: '渠道' },
  nameless: { en: 'a user without a phone number', zh: '未填写手机号的用户' },
} as const
