import type { Text } from './text.ts'

/** What the product says when something has succeeded (SPEC §8). */
export const MESSAGES = {
  login_succeeded: { en: 'Login succeeded', zh: '登录成功' },
  confirmation_sent: {
    en: 'We have sent you an email. Please click the link in it to finish the registration',
    zh: '邮件已发送，请点击邮件中的链接完成注册',
  },
  confirmation_late: {
    en: 'The mail server is not answering at the moment. Your email will be sent as soon as it does; then click the link in it to finish the registration',
    zh: '邮件服务器暂时没有响应，恢复后会立即发送邮件。届时请点击邮件中的链接完成注册',
  },
  confirmation_unsent: {
    en: 'This site has no mail server set up, so no email was sent. Ask its operator for the link that finishes the registration',
    zh: '本站未配置邮件服务器，因此没有发出邮件。请向管理员索取完成注册的链接',
  },
  confirmed: { en: 'Your email address is confirmed. You can log in now', zh: '邮箱已确认，现在可以登录' },
  confirmed_before: { en: 'Your email address was confirmed before. You can log in', zh: '邮箱此前已确认，可以直接登录' },
  email_change_sent: {
    en: 'We have sent a link to the new address. It takes effect once you open it',
    zh: '已向新邮箱发送链接，打开后生效',
  },
  email_change_late: {
    en: 'The mail server is not answering at the moment. The link will be sent to the new address as soon as it does, and takes effect once you open it',
    zh: '邮件服务器暂时没有响应，恢复后会立即向新邮箱发送链接，打开后生效',
  },
  email_change_unsent: {
    en: 'This site has no mail server set up, so no email was sent. Ask its operator for the link to the new address, which takes effect once you open it',
    zh: '本站未配置邮件服务器，因此没有发出邮件。请向管理员索取新邮箱的链接，打开后生效',
  },
  email_changed: { en: 'Your new address is confirmed', zh: '新邮箱已确认' },
  email_changed_before: { en: 'Your address was changed to this one before', zh: '邮箱此前已更改为此地址' },
  reset_sent: {
    en: 'If there is an account with this address, an email with a link is on its way',
    zh: '如果该邮箱已注册，您将收到一封含重置链接的邮件',
  },
  reset_late: {
    en: 'The mail server is not answering at the moment. If there is an account with this address, an email with a link will be sent as soon as it does',
    zh: '邮件服务器暂时没有响应。如果该邮箱已注册，恢复后会立即向您发送一封含重置链接的邮件',
  },
  reset_unsent: {
    en: 'This site has no mail server set up, so no email was sent. If there is an account with this address, its operator has the link to choose a new password',
    zh: '本站未配置邮件服务器，因此没有发出邮件。如果该邮箱已注册，请向管理员索取重置密码的链接',
  },
  saved: { en: 'Your new information has been saved', zh: '您的新信息已保存' },
  subscribed: {
    en: 'Subscription successful, please go to your account to check',
    zh: '订阅成功，请前往个人中心查看',
  },
  information_submitted: {
    en: 'Information submitted successfully, we will give you feedback as soon as possible',
    zh: '信息提交成功，我们会尽快给您反馈',
  },
  message_removed: { en: 'The message has been deleted', zh: '留言已删除' },
  copied: { en: 'Replicating Success', zh: '复制成功' },
  copy_failed: { en: 'copy failed', zh: '复制失败' },
} as const satisfies Record<string, Text>
