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

/** Title, server, what it was asked for, text, and its bytes as another program's codecs write them. */
const placed: [string, string, string, string, string][] = [
  [
    'Windows-1250, Polish without a letter of its own bytes',
    'whois.example.pl',
    '',
    'adres: Książęca 4, Kraków, Mała Wieś',
    '61647265733a204b7369b9bfea636120342c204b72616bf3772c204d61b361205769659c',
  ],
  [
    'Windows-1250, Polish, which has bytes of both alone',
    'whois.example.pl',
    '',
    'ul. Wąska, Gdańsk, Zażółć',
    '756c2e2057b9736b612c20476461f1736b2c205a61bff3b3e6',
  ],
  [
    'ISO 8859-2, Polish',
    'whois.example.pl',
    '',
    'ul. Wąska, Gdańsk, Zażółć gęślą jaźń',
    '756c2e2057b1736b612c20476461f1736b2c205a61bff3b3e62067eab66cb1206a61bcf1',
  ],
  [
    'ISO 8859-2, Slovak',
    'whois.example.sk',
    '',
    'Ľubľana, Košice, Ďurďova, Šaľa',
    'a57562b5616e612c204b6fb96963652c20cf7572ef6f76612c20a961b561',
  ],
  [
    'Windows-1250, Slovak',
    'whois.example.sk',
    '',
    'Ľubľana, Košice, Ďurďova, Šaľa',
    'bc7562be616e612c204b6f9a6963652c20cf7572ef6f76612c208a61be61',
  ],
  [
    'Windows-1250, Hungarian',
    'whois.example.hu',
    '',
    'Győr, Erdőkertes, Műegyetem rakpart',
    '4779f5722c20457264f56b65727465732c204dfb6567796574656d2072616b70617274',
  ],
  [
    'Windows-1250, Romanian',
    'whois.example.ro',
    '',
    'Bucureşti, Iaşi, Judeţul Braşov',
    '427563757265ba74692c204961ba692c204a756465fe756c20427261ba6f76',
  ],
  [
    'ISO 8859-2, Serbian',
    'whois.example.rs',
    '',
    'Niš, Čačak, Đorđe Živković',
    '4e69b92c20c861e8616b2c20d06f72f06520ae69766b6f7669e6',
  ],
  [
    'Windows-1253, Greek',
    'whois.example.gr',
    '',
    'Άννα Ύδρα, Ελληνική “Εταιρεία”',
    'a2edede120bee4f1e12c20c5ebebe7ede9eade2093c5f4e1e9f1e5dfe194',
  ],
  [
    'ISO 8859-7, Greek',
    'whois.example.gr',
    '',
    'Άννα Ύδρα, Ελληνική Εταιρεία',
    'b6edede120bee4f1e12c20c5ebebe7ede9eade20c5f4e1e9f1e5dfe1',
  ],
  ['Greek of Cyprus', 'whois.example.cy', '', 'Λευκωσία, Κύπρος', 'cbe5f5eaf9f3dfe12c20cafdf0f1eff2'],
  [
    'Greek from a registrar under .com',
    'whois.example.com',
    'example.com',
    'Registrant: Ελληνική Εταιρεία Τηλεπικοινωνιών\nAddress: Αθήνα, Λεωφόρος Κηφισίας',
    '52656769737472616e743a20c5ebebe7ede9eade20c5f4e1e9f1e5dfe120d4e7ebe5f0e9eaefe9edf9ede9feed0a416464726573733a20c1e8deede12c20cbe5f9f6fcf1eff220cae7f6e9f3dfe1f2',
  ],
  [
    'Windows-1253 from a registrar under .com',
    'whois.example.com',
    'example.com',
    'Registrant: Άλφα Συστήματα Πληροφορικής\nCity: Θεσσαλονίκη',
    '52656769737472616e743a20a2ebf6e120d3f5f3f4deece1f4e120d0ebe7f1eff6eff1e9eadef20a436974793a20c8e5f3f3e1ebefeddfeae7',
  ],
  [
    'Hebrew from a registrar under .com',
    'whois.example.com',
    'example.com',
    'Registrant: חברת הדוגמה בערבון מוגבל\nCity: תל אביב יפו',
    '52656769737472616e743a20e7e1f8fa20e4e3e5e2eee420e1f2f8e1e5ef20eee5e2e1ec0a436974793a20faec20e0e1e9e120e9f4e5',
  ],
  [
    'Turkish from a registrar under .com',
    'whois.example.com',
    'example.com',
    'Registrant: Örnek İletişim Hizmetleri A.Ş.\nCity: İstanbul, Kadıköy',
    '52656769737472616e743a20d6726e656b20dd6c657469fe696d2048697a6d65746c65726920412ede2e0a436974793a20dd7374616e62756c2c204b6164fd6bf679',
  ],
  ['Turkish by the name that was asked for', 'whois.example.com', 'example.com.tr', 'City: Muğla', '436974793a204d75f06c61'],
  [
    'Turkish by the country that is named',
    'whois.example.com',
    'example.com',
    'City: Muğla\nCountry: TR',
    '436974793a204d75f06c610a436f756e7472793a205452',
  ],
  ['Turkish in Azerbaijan', 'whois.example.az', '', 'Bakı şeheri', '42616bfd20fe6568657269'],
  [
    'Polish from a registrar under .com',
    'whois.example.com',
    'example.com',
    'Registrant: Przykładowa Spółka z o.o.\nCity: Łódź',
    '52656769737472616e743a2050727a796bb361646f7761205370f3b36b61207a206f2e6f2e0a436974793a20a3f364bc',
  ],
  [
    'Czech from a registrar under .com',
    'whois.example.com',
    'example.com',
    'Registrant: Žižkovská společnost, Dvořák, Šťastný',
    '52656769737472616e743a208e699e6b6f76736be12073706f6c65e86e6f73742c2044766ff8e16b2c208a9d6173746efd',
  ],
  [
    'Hungarian by the country that is named',
    'whois.example.com',
    'example.com',
    'City: Győr\nRegistrant Country: HU',
    '436974793a204779f5720a52656769737472616e7420436f756e7472793a204855',
  ],
  [
    'Arabic',
    'whois.example.sa',
    '',
    'الرياض، المملكة العربية السعودية',
    'c7e1d1edc7d6a120c7e1e3e3e1dfc920c7e1dad1c8edc920c7e1d3dae6cfedc9',
  ],
  [
    'ISO 8859-6, Arabic',
    'whois.example.eg',
    '',
    'القاهرة، جمهورية مصر العربية',
    'c7e4e2c7e7d1c9ac20cce5e7e8d1eac920e5d5d120c7e4d9d1c8eac9',
  ],
  [
    'Baltic',
    'whois.example.lt',
    '',
    'Šiauliai, Kėdainiai, Žemaičių gatvė',
    'd06961756c6961692c204beb6461696e6961692c20de656d6169e869f82067617476eb',
  ],
  [
    'Latin-1 of a registry of addresses, wherever the holder is',
    'whois.ripe.net',
    '192.0.2.1',
    'descr: Telefónica Ýmir, Þorlákshöfn\ncountry: TR',
    '64657363723a2054656c6566f36e69636120dd6d69722c20de6f726ce16b7368f6666e0a636f756e7472793a205452',
  ],
  [
    'Icelandic',
    'whois.example.is',
    '',
    'Þórður Guðmundsson, Kópavogur, Ísafjörður',
    'def372f07572204775f06d756e6473736f6e2c204bf37061766f6775722c20cd7361666af672f07572',
  ],
  [
    'French with signs',
    'whois.example.com',
    'example.com',
    'Registrant: Société n° 3 «Évry» à 20°, 5 m²',
    '52656769737472616e743a20536f6369e974e9206eb0203320abc9767279bb20e0203230b02c2035206db2',
  ],
  [
    'Spanish',
    'whois.example.com',
    'example.com',
    'Registrant: Compañía Ñandú, ¿Dónde? 3ª planta',
    '52656769737472616e743a20436f6d7061f1ed6120d1616e64fa2c20bf44f36e64653f2033aa20706c616e7461',
  ],
  [
    'German',
    'whois.example.com',
    'example.com',
    'Registrant: Müller & Söhne GmbH, Königstraße 12½',
    '52656769737472616e743a204dfc6c6c657220262053f6686e6520476d62482c204bf66e696773747261df65203132bd',
  ],
]
for (const [title, server, query, text, hex] of placed)
  test(`${title}: read`, () => assert.equal(decodeForeign(Buffer.from(hex, 'hex'), { server, query }), text))

test('UTF-8 is UTF-8 wherever it comes from', () => {
  const text = 'Регистратор, 注册商, 등록인, Zürich'
  for (const server of ['whois.example.ru', 'whois.example.kr', 'whois.example.jp', ''])
    assert.equal(decodeForeign(Buffer.from(text), { server }), text)
})

test('UTF-8 that was cut within a character is still UTF-8', () => {
  const bytes = Buffer.from('Größe 中国').subarray(0, -1)
  assert.equal(decodeForeign(bytes, { isCut: true }), 'Größe 中')
})
