import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { address, choice, choices, count } from '../kit/inputs.ts';
import { createInputReader } from './mcp-server.ts';

const read = createInputReader(
  Type.Object(
    {
      address: Type.Optional(address()),
      sections: Type.Optional(choices(['days', 'coins'], 'Sections')),
      side: Type.Optional(choice(['long', 'short'], 'Side')),
      limit: count('Rows'),
    },
    { additionalProperties: false },
  ),
);

test('what agents send a little wrong is read as it is meant', () => {
  const { input, faults } = read({ limit: '20', sections: 'Days', side: 'LONG ', address: null });
  assert.deepEqual([input, faults], [{ limit: 20, sections: ['days'], side: 'long' }, []]);
});

test('another name of an argument is the argument, and unknown beside it', () => {
  const readNames = createInputReader(
    Type.Object(
      { coin: Type.Optional(Type.String()), addresses: Type.Optional(Type.Array(Type.String())) },
      { additionalProperties: false },
    ),
  );
  assert.deepEqual(readNames({ symbol: 'BTC', wallet: '0x1' }), {
    input: { coin: 'BTC', addresses: ['0x1'] },
    faults: [],
  });
  const { input, faults } = readNames({ symbol: 'BTC', coin: 'ETH' });
  assert.equal(input.coin, 'ETH');
  assert.match(faults[0]!.message, /unknown; known: coin, addresses/);
});

test('all faults are reported at once, with what would be right', () => {
  const { faults } = read({ limit: 0, sections: ['x'], side: 'up', adress: '0x1' });
  assert.deepEqual(
    faults.map(({ location, message }) => `${location} ${message}`),
    [
      'input.adress is unknown; did you mean address?',
      'input.sections must be a list of 1 to 2, each one of days, coins',
      'input.side must be one of long, short',
      'input.limit must be a whole number from 1 to 1000',
    ],
  );
  for (const sent of [[], 'x', 7]) assert.deepEqual(read(sent).faults.length, 1);
  assert.match(read(undefined).faults[0]!.message, /is required/);
});
