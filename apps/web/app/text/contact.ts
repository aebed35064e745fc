import type { Text } from '@octet/core/text.ts'

export const CATEGORIES = ['custom', 'support', 'feedback'] as const
export type Category = (typeof CATEGORIES)[number]

/** What a message is about (SPEC §3). */
export const CATEGORY_TEXT: Readonly<Record<Category, Text>> = {
  custom: { en: 'Custom plans', zh: '定制套餐' },
  support: { en: 'Support', zh: '技术支持' },
  feedback: { en: 'Feedback', zh: '意见反馈' },
}

/** What to write, in the empty field. */
export const DESCRIBE_PLACES: Readonly<Record<Category, Text>> = {
  custom: { en: 'What do you need, how many requests a month, and by when?', zh: '您的需求、每月请求量与期望时间' },
  support: { en: 'What did you do, what did you expect, and what happened instead?', zh: '您做了什么、期望什么、实际出现了什么' },
  feedback: { en: 'What is missing, wrong or in the way?', zh: '缺少什么、哪里有误、哪里不好用' },
}

/** Words of the contact form. */
export const contactText = {
  title: { en: 'Contact', zh: '联系我们' },
  description: { en: 'Write to whoever runs this installation.', zh: '给本站管理员留言。' },
  lead: {
    en: 'Custom plans, help, or suggestions: your message goes to whoever runs this installation.',
    zh: '定制套餐、技术支持或改进建议，留言将直接发送给本站管理员。',
  },
  about: { en: 'About', zh: '留言类型' },
  name: { en: 'Name', zh: '姓名' },
  /** As SPEC §3 has it; elsewhere it is «Email». */
  email: { en: 'E-mail', zh: '邮箱' },
  describe: { en: 'Describe', zh: '描述' },
  nameMissing: { en: 'Please enter your name', zh: '请输入姓名' },
  describeMissing: { en: 'Please describe what it is about', zh: '请填写描述' },
  send: { en: 'Send', zh: '提交' },
  working: { en: 'Your browser is solving a small puzzle that keeps bots away…', zh: '浏览器正在完成一道防机器人的计算…' },
  unsolved: { en: 'The puzzle that keeps bots away could not be solved. Please try again', zh: '防机器人计算未能完成，请重试' },
  another: { en: 'Write another message', zh: '再写一条' },
  otherWays: { en: 'Other ways', zh: '其他联系方式' },
} as const
