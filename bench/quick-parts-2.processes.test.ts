import { testParts } from './quick-parts.ts';

testParts({ first: 1, of: 2 });
