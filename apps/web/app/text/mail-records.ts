/** Words of the page that makes DNS records for mail. */
export const mailRecordsText = {
  services: { en: 'Mail services', zh: '邮件服务' },
  more: { en: 'More services', zh: '更多服务' },
  check: { en: 'Check what is published', zh: '检测已发布的记录' },
  host: { en: 'Host', zh: '主机记录' },
  value: { en: 'Value', zh: '记录值' },
  inZone: { en: 'in the zone of {zone}', zh: '放在 {zone} 的区域中' },
} as const
