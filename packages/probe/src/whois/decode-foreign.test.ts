import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeForeign } from './decode-foreign.ts'

/** Title, server, text, and its bytes as another program's codecs write them. */
const rows: [string, string, string, string][] = [
  [
    'KOI8-R, Russian',
    'whois.example.com',
    'domain: EXAMPLE\norg: Общество с ограниченной ответственностью "Ромашка"\naddress: г. Москва, ул. Тверская, д. 1',
    '646f6d61696e3a204558414d504c450a6f72673a20efc2ddc5d3d4d7cf20d320cfc7d2c1cec9dec5cececfca20cfd4d7c5d4d3d4d7c5cececfd3d4d8c02022f2cfcdc1dbcbc1220a616464726573733a20c72e20edcfd3cbd7c12c20d5cc2e20f4d7c5d2d3cbc1d12c20c42e2031',
  ],
  [
    'Windows-1251, Russian',
    'whois.example.com',
    'org: Общество с ограниченной ответственностью «Ромашка»\naddress: г. Москва, ул. Тверская, д. 1',
    '6f72673a20cee1f9e5f1f2e2ee20f120eee3f0e0ede8f7e5ededeee920eef2e2e5f2f1f2e2e5ededeef1f2fcfe20abd0eeece0f8eae0bb0a616464726573733a20e32e20cceef1eae2e02c20f3eb2e20d2e2e5f0f1eae0ff2c20e42e2031',
  ],
  [
    'ISO 8859-2, Czech',
    'whois.example.cz',
    'holder: Příklad s.r.o., Žižkov, Česká republika',
    '686f6c6465723a2050f8ed6b6c616420732e722e6f2e2c20ae69be6b6f762c20c865736be12072657075626c696b61',
  ],
  [
    'Windows-1250, Czech',
    'whois.example.cz',
    'holder: Příklad s.r.o., Žižkov, Česká republika',
    '686f6c6465723a2050f8ed6b6c616420732e722e6f2e2c208e699e6b6f762c20c865736be12072657075626c696b61',
  ],
  ['capitals in KOI8-R', 'whois.example.ru', 'org: ООО "РОМАШКА"', '6f72673a20efefef2022f2efede1fbebe122'],
  ['capitals in Windows-1251', 'whois.example.ru', 'org: ООО "РОМАШКА"', '6f72673a20cecece2022d0ceccc0d8cac022'],
  [
    'KOI8-U, Ukrainian',
    'whois.example.ua',
    'org: Український інститут, Київ',
    '6f72673a20f5cbd2c1a7ced3d8cbc9ca20a6ced3d4c9d4d5d42c20ebc9a7d7',
  ],
  [
    'EUC-KR',
    'whois.example.com',
    '도메인이름: example.kr\n등록인: 한국인터넷진흥원\n주소: 서울특별시 송파구',
    'b5b5b8dec0cec0ccb8a73a206578616d706c652e6b720ab5eeb7cfc0ce3a20c7d1b1b9c0cec5cdb3ddc1f8c8efbff80ac1d6bcd23a20bcadbfefc6afbab0bdc320bcdbc6c4b1b8',
  ],
  ['a short name in EUC-KR', 'whois.example.kr', '등록인: 한국', 'b5eeb7cfc0ce3a20c7d1b1b9'],
  [
    'Shift_JIS',
    'whois.example.com',
    '登録者名: 株式会社サンプル\n住所: 東京都千代田区',
    '936f985e8ed296bc3a208a948eae89ef8ed0835483938376838b0a8f5a8f8a3a20938c8b9e937390e791e393638be6',
  ],
  ['a name in Shift_JIS', 'whois.example.jp', '日本', '93fa967b'],
  [
    'EUC-JP',
    'whois.example.com',
    '登録者名: 株式会社サンプル\nおなまえ: やまだ',
    'c5d0cfbfbcd4ccbe3a20b3f4bcb0b2f1bcd2a5b5a5f3a5d7a5eb0aa4aaa4caa4dea4a83a20a4e4a4dea4c0',
  ],
  ['a name in EUC-JP', 'whois.example.jp', '東京都', 'c5ecb5fec5d4'],
  [
    'GBK',
    'whois.example.com',
    '注册人: 示例有限公司\n地址: 北京市海淀区中关村',
    'd7a2b2e1c8cb3a20cabec0fdd3d0cfdeb9abcbbe0ab5d8d6b73a20b1b1bea9cad0baa3b5edc7f8d6d0b9d8b4e5',
  ],
  ['GB18030 with a rare character', 'whois.example.com', '联系人: 李㐂', 'c1aacfb5c8cb3a20c0ee8139ef31'],
  [
    'Big5',
    'whois.example.com',
    '公司名稱: 範例股份有限公司\n地址: 臺北市中正區',
    'a4bda571a657bad93a20bd64a8d2aad1a5f7a6b3adada4bda5710aa661a77d3a20bb4fa55fa5aba4a4a5bfb0cf',
  ],
  [
    'Latin-1, German',
    'whois.example.com',
    'Größe, Zürich, Äußere Straße',
    '4772f6df652c205afc726963682c20c475df6572652053747261df65',
  ],
  ['Latin-1, French', 'whois.example.fr', "Société générale d'Évry", '536f6369e974e92067e96ee972616c65206427c9767279'],
  [
    'Latin-1, Nordic',
    'whois.example.com',
    'Ångström AB, Malmö, Åsgårdstrand, SMØRREBRØD',
    'c56e67737472f66d2041422c204d616c6df62c20c57367e57264737472616e642c20534dd85252454252d844',
  ],
  ['Latin-1, Portuguese', 'whois.example.br', 'Associação de São Paulo', '4173736f636961e7e36f2064652053e36f205061756c6f'],
  ...['whois.example.br', 'whois.example.com'].map((server): [string, string, string, string] => [
    `Latin-1, capitals, from ${server},`,
    server,
    'OWNER: CORPORAÇÃO NACIONAL DE AÇÚCAR E ÁLCOOL',
    '4f574e45523a20434f52504f5241c7c34f204e4143494f4e414c2044452041c7da434152204520c14c434f4f4c',
  ]),
  [
    'EUC-JP from a registrar under .com',
    'whois.example.com',
    'Registrant Organization: 株式会社テスト\nAddress: 東京都渋谷区さくら',
    '52656769737472616e74204f7267616e697a6174696f6e3a20b3f4bcb0b2f1bcd2a5c6a5b9a5c80a416464726573733a20c5ecb5fec5d4bdc2c3abb6e8a4b5a4afa4e9',
  ],
  ['Latin-2, Polish', 'whois.example.pl', 'Łódź, Wrocław', 'a3f364bc2c2057726f63b36177'],
  ['Latin-5, Turkish', 'whois.example.tr', 'İstanbul Büyükşehir', 'dd7374616e62756c2042fc79fc6bfe65686972'],
  ['Greek', 'whois.example.gr', 'Αθήνα', 'c1e8deede1'],
]
for (const [title, server, text, hex] of rows)
  test(`${title} is read`, () => assert.equal(decodeForeign(Buffer.from(hex, 'hex'), { server }), text))

test('UTF-8 is UTF-8 wherever it comes from', () => {
  const text = 'Регистратор, 注册商, 등록인, Zürich'
  for (const server of ['whois.example.ru', 'whois.example.kr', 'whois.example.jp', ''])
    assert.equal(decodeForeign(Buffer.from(text), { server }), text)
})

test('UTF-8 that was cut within a character is still UTF-8', () => {
  const bytes = Buffer.from('Größe 中国').subarray(0, -1)
  assert.equal(decodeForeign(bytes, { isCut: true }), 'Größe 中')
})
