-- When the provider said that a refund has come back to it. The row stays: that it was given may be told later.
alter table refunds add column failed_at timestamptz;
