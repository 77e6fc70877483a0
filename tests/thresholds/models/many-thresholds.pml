/* 299 thresholds: an interval's number does not fit into eight bits. With N >= 75 somebody comes to 2. */
symbolic int N;
assume(N >= 1);
int nsnt;
atomic bad = some(Proc:pc == 2);
active[N] proctype Proc() {
  byte pc = 0, next_pc = 0;
end:
  do
    :: atomic {
      if
        :: pc == 0 -> next_pc = 1;
        :: pc == 1 -> next_pc = 1;
        :: pc == 1 && nsnt >= 1 && nsnt >= 2 && nsnt >= 3 && nsnt >= 4 && nsnt >= 5 && nsnt >= 6 && nsnt >= 7 && nsnt >= 8 && nsnt >= 9 && nsnt >= 10 && nsnt >= 11 && nsnt >= 12 && nsnt >= 13 && nsnt >= 14 && nsnt >= 15 && nsnt >= 16 && nsnt >= 17 && nsnt >= 18 && nsnt >= 19 && nsnt >= 20 && nsnt >= 21 && nsnt >= 22 && nsnt >= 23 && nsnt >= 24 && nsnt >= 25 && nsnt >= 26 && nsnt >= 27 && nsnt >= 28 && nsnt >= 29 && nsnt >= 30 && nsnt >= 31 && nsnt >= 32 && nsnt >= 33 && nsnt >= 34 && nsnt >= 35 && nsnt >= 36 && nsnt >= 37 && nsnt >= 38 && nsnt >= 39 && nsnt >= 40 && nsnt >= 41 && nsnt >= 42 && nsnt >= 43 && nsnt >= 44 && nsnt >= 45 && nsnt >= 46 && nsnt >= 47 && nsnt >= 48 && nsnt >= 49 && nsnt >= 50 && nsnt >= 51 && nsnt >= 52 && nsnt >= 53 && nsnt >= 54 && nsnt >= 55 && nsnt >= 56 && nsnt >= 57 && nsnt >= 58 && nsnt >= 59 && nsnt >= 60 && nsnt >= 61 && nsnt >= 62 && nsnt >= 63 && nsnt >= 64 && nsnt >= 65 && nsnt >= 66 && nsnt >= 67 && nsnt >= 68 && nsnt >= 69 && nsnt >= 70 && nsnt >= 71 && nsnt >= 72 && nsnt >= 73 && nsnt >= 74 && nsnt >= 75 && nsnt >= 76 && nsnt >= 77 && nsnt >= 78 && nsnt >= 79 && nsnt >= 80 && nsnt >= 81 && nsnt >= 82 && nsnt >= 83 && nsnt >= 84 && nsnt >= 85 && nsnt >= 86 && nsnt >= 87 && nsnt >= 88 && nsnt >= 89 && nsnt >= 90 && nsnt >= 91 && nsnt >= 92 && nsnt >= 93 && nsnt >= 94 && nsnt >= 95 && nsnt >= 96 && nsnt >= 97 && nsnt >= 98 && nsnt >= 99 && nsnt >= 100 && nsnt >= 101 && nsnt >= 102 && nsnt >= 103 && nsnt >= 104 && nsnt >= 105 && nsnt >= 106 && nsnt >= 107 && nsnt >= 108 && nsnt >= 109 && nsnt >= 110 && nsnt >= 111 && nsnt >= 112 && nsnt >= 113 && nsnt >= 114 && nsnt >= 115 && nsnt >= 116 && nsnt >= 117 && nsnt >= 118 && nsnt >= 119 && nsnt >= 120 && nsnt >= 121 && nsnt >= 122 && nsnt >= 123 && nsnt >= 124 && nsnt >= 125 && nsnt >= 126 && nsnt >= 127 && nsnt >= 128 && nsnt >= 129 && nsnt >= 130 && nsnt >= 131 && nsnt >= 132 && nsnt >= 133 && nsnt >= 134 && nsnt >= 135 && nsnt >= 136 && nsnt >= 137 && nsnt >= 138 && nsnt >= 139 && nsnt >= 140 && nsnt >= 141 && nsnt >= 142 && nsnt >= 143 && nsnt >= 144 && nsnt >= 145 && nsnt >= 146 && nsnt >= 147 && nsnt >= 148 && nsnt >= 149 && nsnt >= 150 && nsnt >= 151 && nsnt >= 152 && nsnt >= 153 && nsnt >= 154 && nsnt >= 155 && nsnt >= 156 && nsnt >= 157 && nsnt >= 158 && nsnt >= 159 && nsnt >= 160 && nsnt >= 161 && nsnt >= 162 && nsnt >= 163 && nsnt >= 164 && nsnt >= 165 && nsnt >= 166 && nsnt >= 167 && nsnt >= 168 && nsnt >= 169 && nsnt >= 170 && nsnt >= 171 && nsnt >= 172 && nsnt >= 173 && nsnt >= 174 && nsnt >= 175 && nsnt >= 176 && nsnt >= 177 && nsnt >= 178 && nsnt >= 179 && nsnt >= 180 && nsnt >= 181 && nsnt >= 182 && nsnt >= 183 && nsnt >= 184 && nsnt >= 185 && nsnt >= 186 && nsnt >= 187 && nsnt >= 188 && nsnt >= 189 && nsnt >= 190 && nsnt >= 191 && nsnt >= 192 && nsnt >= 193 && nsnt >= 194 && nsnt >= 195 && nsnt >= 196 && nsnt >= 197 && nsnt >= 198 && nsnt >= 199 && nsnt >= 200 && nsnt >= 201 && nsnt >= 202 && nsnt >= 203 && nsnt >= 204 && nsnt >= 205 && nsnt >= 206 && nsnt >= 207 && nsnt >= 208 && nsnt >= 209 && nsnt >= 210 && nsnt >= 211 && nsnt >= 212 && nsnt >= 213 && nsnt >= 214 && nsnt >= 215 && nsnt >= 216 && nsnt >= 217 && nsnt >= 218 && nsnt >= 219 && nsnt >= 220 && nsnt >= 221 && nsnt >= 222 && nsnt >= 223 && nsnt >= 224 && nsnt >= 225 && nsnt >= 226 && nsnt >= 227 && nsnt >= 228 && nsnt >= 229 && nsnt >= 230 && nsnt >= 231 && nsnt >= 232 && nsnt >= 233 && nsnt >= 234 && nsnt >= 235 && nsnt >= 236 && nsnt >= 237 && nsnt >= 238 && nsnt >= 239 && nsnt >= 240 && nsnt >= 241 && nsnt >= 242 && nsnt >= 243 && nsnt >= 244 && nsnt >= 245 && nsnt >= 246 && nsnt >= 247 && nsnt >= 248 && nsnt >= 249 && nsnt >= 250 && nsnt >= 251 && nsnt >= 252 && nsnt >= 253 && nsnt >= 254 && nsnt >= 255 && nsnt >= 256 && nsnt >= 257 && nsnt >= 258 && nsnt >= 259 && nsnt >= 260 && nsnt >= 261 && nsnt >= 262 && nsnt >= 263 && nsnt >= 264 && nsnt >= 265 && nsnt >= 266 && nsnt >= 267 && nsnt >= 268 && nsnt >= 269 && nsnt >= 270 && nsnt >= 271 && nsnt >= 272 && nsnt >= 273 && nsnt >= 274 && nsnt >= 275 && nsnt >= 276 && nsnt >= 277 && nsnt >= 278 && nsnt >= 279 && nsnt >= 280 && nsnt >= 281 && nsnt >= 282 && nsnt >= 283 && nsnt >= 284 && nsnt >= 285 && nsnt >= 286 && nsnt >= 287 && nsnt >= 288 && nsnt >= 289 && nsnt >= 290 && nsnt >= 291 && nsnt >= 292 && nsnt >= 293 && nsnt >= 294 && nsnt >= 295 && nsnt >= 296 && nsnt >= 297 && nsnt >= 298 && nsnt >= 299 -> next_pc = 2;
        :: pc == 2 -> next_pc = 2;
      fi;
      if
        :: pc == 0 -> nsnt = nsnt + 4;
        :: pc != 0;
      fi;
      pc = next_pc;
      next_pc = 0;
    }
  od;
}
ltl safe { [] !bad }
