-- Until when a wallet's ledger updates were read from the exchange.
ALTER TABLE tracked_wallets ADD COLUMN IF NOT EXISTS ledger_to DateTime64(3, 'UTC') DEFAULT toDateTime64(0, 3, 'UTC')
