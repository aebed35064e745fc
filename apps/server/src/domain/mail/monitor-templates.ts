import type { Text } from '@octet/core/text.ts'

type Template = { readonly subject: Text; readonly lines: readonly Text[]; readonly button?: Text }

export type MonitorMailKind = 'monitor_bad' | 'monitor_good' | 'monitor_silent' | 'monitor_heard' | 'monitor_test'

const TO_MEASUREMENT: Text = { en: 'See the result', zh: '查看结果' }
const WHY: Text = {
  en: 'You get this email because of a monitor in your account at {brand}. Change, pause or remove it on the Monitors page.',
  zh: '您收到此邮件，是因为您在 {brand} 的账户设置了定时监控。可在监控页面修改、暂停或删除。',
}

/** Mails of monitors: something has turned bad or is good again, or there are no results and then some again. */
export const MONITOR_TEMPLATES: Readonly<Record<MonitorMailKind, Template>> = {
  monitor_bad: {
    subject: { en: 'Alert: {monitor}', zh: '告警：{monitor}' },
    lines: [{ en: '{monitor} ({what}) is bad. {words}', zh: '{monitor}（{what}）出现异常。{words}' }, WHY],
    button: TO_MEASUREMENT,
  },
  monitor_good: {
    subject: { en: 'Recovered: {monitor}', zh: '恢复：{monitor}' },
    lines: [
      {
        en: '{monitor} ({what}) has recovered after {lasted}; it had been bad since {since}. {words}',
        zh: '{monitor}（{what}）已恢复正常，此前自 {since} 起异常，持续 {lasted}。{words}',
      },
      WHY,
    ],
    button: TO_MEASUREMENT,
  },
  monitor_silent: {
    subject: { en: 'No results: {monitor}', zh: '没有结果：{monitor}' },
    lines: [
      {
        en: '{monitor} ({what}) has had no results for {lasted}, since {since}: whether it works is not known. {words}',
        zh: '{monitor}（{what}）自 {since} 起已有 {lasted} 没有结果，目前无法判断是否正常。{words}',
      },
      {
        en: 'This is said once; the next email comes when there are results again.',
        zh: '此情况只通知一次；恢复监测后会再次发送邮件。',
      },
      WHY,
    ],
    button: { en: 'See the monitor', zh: '查看监控' },
  },
  monitor_heard: {
    subject: { en: 'Results again: {monitor}', zh: '恢复监测：{monitor}' },
    lines: [
      {
        en: '{monitor} ({what}) has results again after {lasted} without any, since {since}. {words}',
        zh: '{monitor}（{what}）自 {since} 起没有结果，持续 {lasted}，现已恢复监测。{words}',
      },
      WHY,
    ],
    button: TO_MEASUREMENT,
  },
  monitor_test: {
    subject: { en: 'Test alert', zh: '测试告警' },
    lines: [
      { en: '{words}', zh: '{words}' },
      {
        en: 'You get this email because somebody who is logged in to your account at {brand} pressed “Send a test”.',
        zh: '您收到此邮件，是因为有人登录您在 {brand} 的账户并点击了“发送测试”。',
      },
    ],
    button: { en: 'Monitors', zh: '定时监控' },
  },
}
