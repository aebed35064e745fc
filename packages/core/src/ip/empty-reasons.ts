/** Why a value of a record is empty. Nothing is ever invented. */
export const EMPTY_REASONS = {
  not_in_data: { en: 'no source says', zh: '数据源中没有' },
  source_missing: { en: 'its source has not been loaded yet', zh: '对应数据源尚未加载' },
  special_purpose: { en: 'the address is not used on the public Internet', zh: '该地址不在公共互联网上使用' },
  not_routed: { en: 'no network announces this address', zh: '没有网络宣告此地址' },
  anycast: { en: 'announced from many places at once (anycast)', zh: '由多地同时宣告（任播）' },
  withheld: {
    en: 'two sources disagree about the country, so the place is left out',
    zh: '两个数据源对国家的说法不一致，因此不给出地点',
  },
} as const
export type EmptyReason = keyof typeof EMPTY_REASONS
