/** Words of the block list check. */
export const blockListText = {
  listedOn: { en: 'Listed on {count} {count|list|lists}', zh: '被 {count} 个名单列入' },
  listedNowhere: { en: 'Not listed by any list that answered', zh: '应答的名单均未列入' },
  nobody: { en: 'No list answered', zh: '没有名单应答' },
  asked: { en: '{done} of {all} lists checked', zh: '已查询 {done} / {all} 个名单' },
  listed: { en: 'Listed', zh: '已列入' },
  noted: { en: 'Noted, not an accusation', zh: '仅作说明，并非指控' },
  unanswered: { en: 'Could not be asked ({count})', zh: '无法查询（{count}）' },
  unansweredWhy: {
    en: 'These tell us nothing about the target. Many lists refuse large public resolvers: this site would get an answer with a resolver of its own, or one registered with the list.',
    zh: '这些名单对查询对象没有任何结论。许多名单不应答大型公共解析器：换用自建解析器，或在该名单登记后即可得到应答。',
  },
  clean: { en: 'Not listed ({count})', zh: '未列入（{count}）' },
  removal: { en: 'Why, and removal', zh: '原因与移除' },
} as const
