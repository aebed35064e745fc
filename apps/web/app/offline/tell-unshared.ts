import type { Text } from '@octet/core/text.ts'
import { readPageLang } from '../page-lang.ts'
import { showToast } from '../state/toast-store.ts'

/** Time to read three sentences. */
const SHOWN_MS = 15_000

const UNSHARED: Text = {
  en: 'What you shared has not arrived: the part of this site that takes it in was missing from this browser. The server has kept none of it. Please share it again',
  zh: '未收到您分享的内容：此浏览器中缺少本站用于接收分享的组件。服务器没有保留任何内容，请重新分享',
}

/** Says, once, that what was shared went to the server, which takes nothing in (`http/serve-share.ts`). */
export function tellUnshared(): void {
  history.replaceState(history.state, '', location.pathname)
  showToast({ type: 'warning', text: UNSHARED[readPageLang()], hasClose: true, durationMs: SHOWN_MS })
}
