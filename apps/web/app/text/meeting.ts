/** Words of the meeting planner. */
export const meetingText = {
  common: { en: 'Everybody is at work', zh: '共同工作时间' },
  least: { en: 'Least inconvenient', zh: '相对合适的时间' },
  hours: { en: 'Hour by hour', zh: '逐小时对照' },
  work: { en: 'work', zh: '工作' },
  part: { en: 'partly work', zh: '部分工作' },
  awake: { en: 'awake', zh: '非工作' },
  night: { en: 'night', zh: '夜间' },
  minutes: { en: '{count} min', zh: '{count} 分钟' },
} as const
