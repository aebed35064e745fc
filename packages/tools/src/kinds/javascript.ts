import { defineKind } from '@octet/core/kind.ts'

/** Comments, and a line that names a program to run with. */
const LEAD = /^(?:#![^\n]*\n)?(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*/
const STARTS = [
  /^(["'])use (?:strict|client|server)\1/,
  /^import\s*(?:["'(]|type\s|[\w$*{][\w$*{},\s]{0,500}\sfrom\s*["']|\{[\w$,\s]{0,500}\}\s*from\s*["'])/,
  /^export\s*(?:default\s|const\s|let\s|async\s|function\b|class\s|interface\s|type\s|enum\s|[{*])/,
  /^(?:async\s+)?function\s*\*?\s*(?:[\w$]{1,100}\s*)?\([^)]{0,500}\)\s*[:{]/,
  /^(?:const|let|var)\s+(?:[\w$]{1,100}|\{[^}=]{1,300}\}|\[[^\]=]{1,300}\])\s*(?::[^=;]{1,200})?=[^=]/,
  /^(?:async\s*)?(?:\([\w$,\s{}:=?[\]]{0,300}\)|[\w$]{1,100})\s*=>/,
  /^[!(;+]*\((?:async\s+)?(?:function\b|\([\w$,\s]{0,200}\)\s*=>)/,
  /^(?:module\.)?exports(?:\.[\w$]{1,100})?\s*=/,
  /^(?:console\.\w{1,20}|document\.\w{1,40}|window\.\w{1,40}|require)\s*\(/,
]
/** They also begin programs of other languages, so the rest must speak for this one. */
const SHARED_STARTS = [/^class\s+[\w$]{1,100}(?:\s+extends\s+[\w$.]{1,100})?\s*\{/, /^(?:interface|type|enum)\s+[\w$]{1,100}/]
const OWN_WORDS = /=>|\bconstructor\s*\(|\bthis\.|\bconst\s|===|\b(?:string|number|boolean|unknown)\b\s*[;,\n|}[]/

export default defineKind({
  id: 'javascript',
  title: { en: 'JavaScript or TypeScript', zh: 'JavaScript / TypeScript' },
  examples: [
    'function f() { return 1; }',
    'const add = (a, b) => a + b',
    'let {a,b:[c]} = require("x")',
    'import React, { useState } from "react"\nexport default function App() { return <p/> }',
    "import './a.css'",
    '// start\n"use strict";\nvar a = 1',
    '(function(){ alert(1) })()',
    'x => x * 2',
    'module.exports = { a: 1 }',
    'export const x: number = 1',
    'interface User { name: string; age?: number }',
    'class A extends B { constructor() { super() } }',
    'console.log("hi")',
    'const a: Map<string, number> = new Map()',
  ],
  counterExamples: [
    '{"a":1}',
    'let me know = soon',
    'a { color: red; }',
    'import this',
    'from os import path',
    'class Foo:\n  pass',
    'select * from t',
    'function of the heart',
    'type: object',
    'export PATH=/usr/bin:$PATH',
    'var',
    'plain text => more text',
    '/*'.repeat(20_000),
    'import '.repeat(5_000),
  ],
  detect(sample) {
    const code = sample.slice(LEAD.exec(sample)?.[0].length ?? 0)
    if (STARTS.some((start) => start.test(code))) return { score: 0.93 }
    return SHARED_STARTS.some((start) => start.test(code)) && OWN_WORDS.test(code.slice(0, 4_000)) ? { score: 0.8 } : undefined
  },
})
