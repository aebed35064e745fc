-- The secret by which a robot of a chat (DingTalk, Feishu, Lark) wants its messages signed; shown to nobody.
alter table monitors add column chat_secret text check (char_length(chat_secret) between 1 and 200);
