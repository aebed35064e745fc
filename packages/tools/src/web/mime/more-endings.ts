/**
 * Endings of everyday files that the list lacks, with the types that desktops and web servers give them (shared-mime-info of
 * freedesktop.org, Debian's mime.types): most are not registered.
 */
export const MORE_ENDINGS: Readonly<Record<string, string>> = {
  'application/jsonl': 'jsonl',
  'application/x-ndjson': 'ndjson',
  'application/x-python-bytecode': 'pyc',
  'application/x-ruby': 'rb',
  'application/vnd.amazon.mobi8-ebook': 'azw3',
  'application/vnd.sqlite3': 'sqlite sqlite3 db',
  'text/rust': 'rs',
  'text/vbscript': 'vbs',
  'text/x-bibtex': 'bib',
  'text/x-csharp': 'cs',
  'text/x-elixir': 'ex exs',
  'text/x-erlang': 'erl',
  'text/x-gettext-translation': 'po',
  'text/x-go': 'go',
  'text/x-gradle': 'gradle',
  'text/x-haskell': 'hs',
  'text/x-kotlin': 'kt',
  'text/x-ms-regedit': 'reg',
  'text/x-patch': 'patch diff',
  'text/x-python': 'py pyw',
  'text/x-rst': 'rst',
  'text/x-scala': 'scala',
}

const PACKED = ['zip', 'x-7z', 'vnd.rar', 'x-rar', 'x-tar', 'x-bzip', 'x-xz', 'zstd']
/** What people call kinds of files, and what stands in their types. */
export const KIND_WORDS: Readonly<Record<string, readonly string[]>> = {
  视频: ['video/'],
  音频: ['audio/'],
  图片: ['image/'],
  图像: ['image/'],
  字体: ['font/'],
  文本: ['text/'],
  模型: ['model/'],
  表格: ['spreadsheet', 'excel', 'text/csv'],
  幻灯片: ['presentation', 'powerpoint'],
  文档: ['wordprocessing', 'msword', 'opendocument.text', 'application/pdf', 'application/rtf'],
  压缩包: PACKED,
  压缩文件: PACKED,
  压缩: PACKED,
  archive: ['archive', ...PACKED],
}
