/** The encoder of the package `qrcode` without its canvas and file parts. */
declare module 'qrcode/lib/core/qrcode.js' {
  type Segment = { data: Uint8Array | string; mode: 'byte' | 'numeric' | 'alphanumeric' | 'kanji' }
  type Code = { version: number; modules: { size: number; data: Uint8Array } }
  const encoder: { create(data: string | Segment[], options: { errorCorrectionLevel: string }): Code }
  export default encoder
}
