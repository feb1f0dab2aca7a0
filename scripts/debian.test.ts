import { test } from 'node:test';
import { requirePrograms, testPrograms } from './debian.ts';

test('programs that are there cost nothing', () => {
  requirePrograms([...testPrograms, { command: 'sh', package: 'dash', why: 'scripts' }]);
});
