/** Words of the link to the first key. */
export const keyLinkText = { get: { en: 'Get a free API key', zh: '免费获取 API 密钥' } } as const
