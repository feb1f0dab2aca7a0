import { testParts } from './quick-parts.ts';

testParts({ first: 0, of: 2 });
