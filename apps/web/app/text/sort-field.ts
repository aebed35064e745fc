/** Words of the order of a table that is stacked on a small screen. */
export const sortText = {
  sort: { en: 'Sort', zh: '排序' },
  unsorted: { en: 'As found', zh: '原始顺序' },
  sortUp: { en: '{column}, ascending', zh: '{column}（升序）' },
  sortDown: { en: '{column}, descending', zh: '{column}（降序）' },
} as const
