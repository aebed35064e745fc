/** Words on the pages of tools for visitors with an account. */
export const accountsOnlyText = {
  why: {
    en: 'Log in to use this tool; an account is free. Programs need an API key.',
    zh: '此工具需登录后使用，注册账户免费；程序可凭 API 密钥调用。',
  },
  logIn: { en: 'Log in', zh: '登录' },
  signUp: { en: 'Sign up', zh: '注册' },
} as const
