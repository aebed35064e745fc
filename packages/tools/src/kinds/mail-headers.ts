import { defineKind } from '@octet/core/kind.ts'

const FIELDS = /^(?:received|from|to|subject|date|message-id|delivered-to|return-path|mime-version|dkim-signature):/gim

export default defineKind({
  id: 'mail-headers',
  title: { en: 'Email headers', zh: '邮件头' },
  examples: [
    'Received: from mail.example.org (mail.example.org [203.0.113.25])\n  by mx.example.com; Tue, 3 Nov 2026 06:12:18 -0800\nFrom: Bob <bob@example.org>\nSubject: Tea',
    'Return-Path: <bob@example.org>\nReceived: by mx.example.com\nMessage-ID: <a@example.org>',
  ],
  counterExamples: ['From: Bob', 'GET / HTTP/1.1\nHost: example.com', 'from: a\nto: b'],
  detect(sample) {
    const names = new Set(sample.match(FIELDS)?.map((name) => name.toLowerCase()))
    return names.size >= 3 && (names.has('received:') || names.has('message-id:')) ? { score: 0.97 } : undefined
  },
})
